import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { text } from '../../../shared/texts/catalogue.ts';
import { instructions as instructionTexts } from '../../../shared/texts/en/instructions.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { fill, person, renderWindow, wireError } from '../../testing/scripted-bridge.tsx';
import { InstructionsSection } from './instructions-section.tsx';
import { forgetUnsaved } from './unsaved-instructions.ts';

const words = instructionTexts;
const path = '/home/mira/.parley/instructions.md';
beforeEach(forgetUnsaved);

it('instructions of the person are read, changed as a whole and saved [UI-17.instructions]', async () => {
  const user = person();
  const { bridge } = await renderWindow(<InstructionsSection />, {
    'instructions.ofPerson': () => ({ text: 'Be brief.', path }),
    'instructions.setOfPerson': ({ text }: { text: string }) => ({ text, path }),
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>(words.label);
  expect(field.value).toBe('Be brief.');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: words.save });
  expect(save.disabled).toBe(true);
  await user.clear(field);
  await fill(user, field, 'Be kind.');
  await user.click(save);
  expect(bridge.inputs('instructions.setOfPerson')).toEqual([
    { before: 'Be brief.', text: 'Be kind.' },
  ]);
  expect(await screen.findByText(words.saved)).toBeTruthy();
});

it('instructions that somebody else changed meanwhile are read again, and nothing typed is lost [UI-17.instructions]', async () => {
  const user = person();
  let stored = 'Be brief.';
  await renderWindow(<InstructionsSection />, {
    'instructions.ofPerson': () => ({ text: stored, path }),
    'instructions.setOfPerson': () => {
      throw wireError('instructions.changed', 'Another program has written it.');
    },
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>(words.label);
  await user.clear(field);
  await fill(user, field, 'My long words');
  stored = 'Theirs';
  await user.click(screen.getByRole('button', { name: words.save }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    text.errors['instructions.changed'],
  );
  await user.click(screen.getByRole('button', { name: words.readAgain }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>(words.label).value).toBe('Theirs'),
  );
  expect(screen.getByText('My long words')).toBeTruthy();
});

it('what is typed and not saved is there when the page is opened again, beside a text that is another by then [UI-17.instructions]', async () => {
  const user = person();
  let stored = 'Be brief.';
  const open = () =>
    renderWindow(<InstructionsSection />, {
      'instructions.ofPerson': () => ({ text: stored, path }),
    });
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(words.label);
  const first = await open();
  await fill(user, await field(), ' And kind.');
  first.view.unmount();
  const second = await open();
  expect((await field()).value).toBe('Be brief. And kind.');
  second.view.unmount();
  stored = 'Theirs';
  await open();
  expect((await field()).value).toBe('Theirs');
  await screen.findByText('Be brief. And kind.');
  await user.click(screen.getByRole('button', { name: settingsTexts.dismiss }));
  expect(screen.queryByText('Be brief. And kind.')).toBeNull();
});

it('a file that cannot be used is said in place of a field [UI-17.instructions]', async () => {
  await renderWindow(<InstructionsSection />, {
    'instructions.ofPerson': () => ({ text: '', path, problem: `${path} is too large.` }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('is too large');
  expect(screen.queryByLabelText(words.label)).toBeNull();
});
