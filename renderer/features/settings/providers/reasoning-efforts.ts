import type { ModelForm } from './model-form.ts';

/** From nothing said to the most. */
export const reasoningEfforts: readonly ModelForm['effort'][] = [
  'default',
  'none',
  'low',
  'medium',
  'high',
];
