import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import type { ProviderDraft, ProviderState } from '../../../../shared/ipc/routes/providers.ts';

/** What is typed about a provider. Models are one name a line. */
export interface ProviderForm {
  readonly kind: ProviderDraft['kind'];
  readonly label: string;
  readonly baseUrl: string;
  readonly models: string;
}

export type ProviderProblem =
  | {
      readonly field: 'label';
      readonly code: 'label-missing' | 'label-long';
      readonly missing: boolean;
    }
  | {
      readonly field: 'baseUrl';
      readonly code: 'url-missing' | 'url-invalid' | 'url-scheme' | 'url-long';
      readonly missing: boolean;
    }
  | {
      readonly field: 'models';
      readonly code: 'models-many' | 'model-long';
      readonly missing: false;
    }
  | {
      readonly field: 'models';
      readonly code: 'model-duplicate';
      readonly model: string;
      readonly missing: false;
    };

export const emptyProviderForm: ProviderForm = {
  kind: 'anthropic',
  label: '',
  baseUrl: '',
  models: '',
};

/** The form of a stored provider; null for the built-in one, which cannot be changed. */
export function formFromProvider(provider: ProviderState): ProviderForm | null {
  if (provider.kind === 'offline') return null;
  return {
    kind: provider.kind,
    label: provider.label,
    baseUrl: provider.baseUrl ?? '',
    models: provider.models.map((model) => model.id).join('\n'),
  };
}

/** Model names as they are typed, without empty lines. */
export function modelNames(models: string): readonly string[] {
  return models
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function urlProblem(form: ProviderForm): ProviderProblem[] {
  const url = form.baseUrl.trim();
  if (url === '') {
    // The others have one home; this is spoken by many.
    return form.kind === 'openai-compatible'
      ? [{ field: 'baseUrl', code: 'url-missing', missing: true }]
      : [];
  }
  if (!URL.canParse(url)) return [{ field: 'baseUrl', code: 'url-invalid', missing: false }];
  if (!/^https?:$/.test(new URL(url).protocol)) {
    return [{ field: 'baseUrl', code: 'url-scheme', missing: false }];
  }
  return url.length > 2048 ? [{ field: 'baseUrl', code: 'url-long', missing: false }] : [];
}

function modelProblem(form: ProviderForm): ProviderProblem[] {
  const names = modelNames(form.models);
  if (names.length > 200) return [{ field: 'models', code: 'models-many', missing: false }];
  if (names.some((name) => name.length > 200)) {
    return [{ field: 'models', code: 'model-long', missing: false }];
  }
  const again = names.find((name, index) => names.indexOf(name) !== index);
  return again === undefined
    ? []
    : [{ field: 'models', code: 'model-duplicate', model: again, missing: false }];
}

/** Everything that keeps the form from being sent, in the order of the fields. */
export function providerProblems(form: ProviderForm): readonly ProviderProblem[] {
  const label = labelOf(form);
  const labelProblem: ProviderProblem[] =
    label === ''
      ? [{ field: 'label', code: 'label-missing', missing: true }]
      : label.length > 80
        ? [{ field: 'label', code: 'label-long', missing: false }]
        : [];
  return [...labelProblem, ...urlProblem(form), ...modelProblem(form)];
}

/** The name, which is the service's own where it has one and none was typed. */
function labelOf({ kind, label }: ProviderForm): string {
  const typed = label.trim();
  return typed === '' && kind !== 'openai-compatible' ? settingsTexts.providers.kinds[kind] : typed;
}

/** What goes to main; only for a form without problems. */
export function providerDraft(form: ProviderForm): ProviderDraft {
  const baseUrl = form.baseUrl.trim();
  return {
    kind: form.kind,
    label: labelOf(form),
    models: [...modelNames(form.models)],
    ...(baseUrl === '' ? {} : { baseUrl }),
  };
}

/** True when main will drop the stored key, because it was entered for another origin. */
export function dropsKey(form: ProviderForm, provider: ProviderState): boolean {
  const hasKey =
    provider.key === 'stored' || provider.key === 'in-memory' || provider.key === 'locked';
  return hasKey && originOf(form.baseUrl.trim()) !== originOf(provider.baseUrl ?? '');
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** The provider as it is, with other models. */
export function draftOf(provider: ProviderState, models: readonly string[]): ProviderDraft {
  if (provider.kind === 'offline') throw new Error('The offline provider is built in.');
  return {
    kind: provider.kind,
    label: provider.label,
    models: [...models],
    ...(provider.baseUrl === undefined ? {} : { baseUrl: provider.baseUrl }),
  };
}
