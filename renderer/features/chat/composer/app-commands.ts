import { useMemo } from 'react';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import type { SessionMode } from '../../../../shared/ipc/routes/sessions.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { turnTexts } from '../../../../shared/texts/en/turns.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { groupsOf, modelOfKey } from './models.ts';
import { modes } from './mode-picker.tsx';
import type { AppCommand } from './suggestions/suggestion.ts';

const words = composerTexts.commands;

/** `/model` and `/mode`, with what can be chosen. */
export function useStartCommands(
  onModel: (model: ModelRef) => void,
  onMode: (mode: SessionMode) => void,
): readonly AppCommand[] {
  const providers = useAppData((data) => data.providers);
  const models = useMemo(
    () =>
      groupsOf(providers).flatMap(({ label, options }) => options.map((one) => ({ label, one }))),
    [providers],
  );
  return [
    {
      ...words.model,
      choices: models.map(({ label, one }) => ({
        value: one.value,
        label: one.label,
        note: label,
      })),
      run: (key) => {
        const model = modelOfKey(providers, key);
        if (model !== undefined) onModel(model);
      },
    },
    {
      ...words.mode,
      choices: modes.map((value) => ({ value, ...turnTexts.modes[value] })),
      run: (value) => {
        const mode = modes.find((known) => known === value);
        if (mode !== undefined) onMode(mode);
      },
    },
  ];
}

export interface SessionCommandActions {
  readonly onModel: (model: ModelRef) => void;
  readonly onMode: (mode: SessionMode) => void;
  readonly onNew: () => void;
  readonly onContext: () => void;
  readonly onExport: () => void;
  /** Given while a turn runs. */
  readonly onStop: (() => void) | undefined;
}

/** The app's own commands in a session. */
export function useSessionCommands(actions: SessionCommandActions): readonly AppCommand[] {
  const { onModel, onMode, onNew, onContext, onExport, onStop } = actions;
  const chosen = useStartCommands(onModel, onMode);
  return [
    ...(onStop === undefined ? [] : [{ ...words.stop, run: onStop }]),
    { ...words.new, run: onNew },
    { ...words.clear, run: onNew },
    ...chosen,
    { ...words.context, run: onContext },
    { ...words.export, run: onExport },
  ];
}
