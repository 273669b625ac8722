import { isJsonObject } from '../../../../../shared/lib/json.ts';
import { coerce, itemFits, loose } from './coerce-value.ts';
import type { FillState } from './fill-state.ts';
import type { Field } from './tool-fields.ts';
import { looksLike, shapeOf, takes } from './tool-fields.ts';

/** Gives values without a key to the required fields that they fit, in order. */
export function takeRequired(state: FillState): void {
  takeChoices(state);
  takeLiterals(state, true);
  takeShaped(state, true);
  takeInOrder(state, state.open(true, 'string').filter(isText), 'quoted');
  takeLists(state, true);
  takeStructures(state, true);
  for (const field of state.open(true, 'any')) {
    takeInOrder(state, [field], 'quoted', 'number', 'json', 'url');
  }
}

/** Gives what is left to optional fields. */
export function takeOptional(state: FillState): void {
  takeLiterals(state, false);
  takeShaped(state, false);
  takeInOrder(state, state.open(false, 'string').filter(isText), 'quoted');
  takeLists(state, false);
  takeStructures(state, false);
}

function isText(field: Field): boolean {
  return field.schema['enum'] === undefined && field.schema['const'] === undefined;
}

function takeInOrder(
  state: FillState,
  fields: readonly Field[],
  ...kinds: readonly ('quoted' | 'number' | 'json' | 'url')[]
): void {
  const waiting = [...fields];
  for (const [index, token] of state.free()) {
    const field = waiting[0];
    if (!field) return;
    if (!kinds.some((kind) => kind === token.kind)) continue;
    const value = coerce(token, field);
    if (!value) continue;
    state.set(field, value.value, index);
    waiting.shift();
  }
}

/** Values of a closed set are recognised wherever they stand, also when they are several words. */
function takeChoices(state: FillState): void {
  for (const required of [true, false]) {
    for (const field of state.open(required)) {
      const choices = field.schema['enum'];
      if (Array.isArray(choices)) takeChoice(state, field, choices);
    }
  }
}

function takeChoice(state: FillState, field: Field, choices: readonly unknown[]): void {
  const forms = choices
    .filter((choice) => typeof choice === 'string' && choice !== '')
    .map((choice) => ({ choice, text: loose(choice) }));
  for (const [index, first] of state.free()) {
    for (let to = index + 1; to <= Math.min(index + 4, state.tokens.length); to += 1) {
      if (state.used.has(to - 1)) break;
      const last = state.tokens[to - 1];
      const said = to === index + 1 ? first.value : state.source.slice(first.start, last?.end);
      const match = forms.find((form) => form.text === loose(said));
      if (match) {
        state.set(field, match.choice, index, to);
        return;
      }
    }
    const other =
      first.kind === 'number' ? choices.find((choice) => choice === first.value) : undefined;
    if (other !== undefined) {
      state.set(field, other, index);
      return;
    }
  }
}

function takeLiterals(state: FillState, required: boolean): void {
  const flags = state.open(required, 'boolean');
  for (const [index, token] of state.free('word')) {
    const field = flags[0];
    if (field && /^(?:true|false)$/i.test(token.text)) {
      state.set(field, token.text.toLowerCase() === 'true', index);
      flags.shift();
    }
  }
  const numbers = state.open(required, 'number', 'integer').filter(isText);
  for (const [index, token] of state.free('number')) {
    const field = numbers.find((candidate) => typeof coerce(token, candidate)?.value === 'number');
    if (!field) continue;
    state.set(field, token.value, index);
    numbers.splice(numbers.indexOf(field), 1);
  }
}

/** A path goes to the field that wants a path, an address to the one that wants an address, wherever they stand. */
function takeShaped(state: FillState, required: boolean): void {
  for (const field of state.open(required, 'string').filter(isText)) {
    const shape = shapeOf(field);
    if (shape === undefined || (!required && shape === 'identifier')) continue;
    const fitting = [...state.free()].filter(([, token]) => looksLike(token, shape));
    const found = fitting[0];
    if (found)
      state.set(
        field,
        String(found[1].kind === 'number' ? found[1].text : found[1].value),
        found[0],
      );
  }
}

function takeLists(state: FillState, required: boolean): void {
  for (const field of state.open(required, 'array')) {
    const written = [...state.free('json')].find(([, token]) => Array.isArray(token.value));
    if (written) {
      state.set(field, written[1].value, written[0]);
      continue;
    }
    const items = [...state.free()].filter(
      ([, token]) =>
        (token.kind === 'quoted' || token.kind === 'number' || token.kind === 'url') &&
        itemFits(token.value, field),
    );
    if (items.length === 0) continue;
    state.values.set(
      field.name,
      items.map(([, token]) => token.value),
    );
    for (const [index] of items) state.used.add(index);
  }
}

function takeStructures(state: FillState, required: boolean): void {
  for (const field of state.open(required, 'object')) {
    const written = [...state.free('json')].find(([, token]) => isJsonObject(token.value));
    if (written && takes(field, 'object')) state.set(field, written[1].value, written[0]);
  }
}
