import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { instructions as instructionTexts } from '../../../shared/texts/en/instructions.ts';
import { fill, person, renderWindow, wireError } from '../../testing/scripted-bridge.tsx';
import { InstructionsDialog } from './instructions-dialog.tsx';

const words = instructionTexts.session;
const sessionId = '00000000-0000-4000-8000-000000000001';

it('instructions of a session are read, changed and saved; what could not be saved stays [UI-17.instructions]', async () => {
  const user = person();
  const onClose = vi.fn();
  let fails = true;
  const { bridge } = await renderWindow(
    <InstructionsDialog sessionId={sessionId} onClose={onClose} />,
    {
      'instructions.ofSession': () => ({ text: 'Use tabs.' }),
      'instructions.setOfSession': () => {
        if (fails) throw wireError('internal', 'The disk is full.');
        return undefined;
      },
    },
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>(words.label);
  expect(field.value).toBe('Use tabs.');
  await fill(user, field, ' Always.');
  await user.click(screen.getByRole('button', { name: words.save }));
  await screen.findByRole('alert');
  expect(onClose).not.toHaveBeenCalled();
  expect(field.value).toBe('Use tabs. Always.');
  fails = false;
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bridge.inputs('instructions.setOfSession').at(-1)).toEqual({
    sessionId,
    text: 'Use tabs. Always.',
  });
});
