/** Longer templates are taken as they are. */
const LONGEST = 10_000;
const expression = /\{([+#./;?&]?)([^{}]*)\}/g;

interface Operator {
  readonly first: string;
  readonly between: string;
  readonly isNamed: boolean;
  readonly ifEmpty: string;
  /** Reserved characters stay. */
  readonly isOpen: boolean;
}

const simple: Operator = { first: '', between: ',', isNamed: false, ifEmpty: '', isOpen: false };
const operators: Readonly<Record<string, Operator>> = {
  '+': { ...simple, isOpen: true },
  '#': { ...simple, first: '#', isOpen: true },
  '.': { ...simple, first: '.', between: '.' },
  '/': { ...simple, first: '/', between: '/' },
  ';': { ...simple, first: ';', between: ';', isNamed: true },
  '?': { ...simple, first: '?', between: '&', isNamed: true, ifEmpty: '=' },
  '&': { ...simple, first: '&', between: '&', isNamed: true, ifEmpty: '=' },
};

function names(list: string): { readonly name: string; readonly length: number | undefined }[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [, name = '', length] = /^(.*?)(?::(\d+)|\*)?$/.exec(one) ?? [];
      return { name, length: length === undefined ? undefined : Number(length) };
    });
}

/** The variables of a URI template (RFC 6570), each once, in their order. */
export function templateVariables(template: string): string[] {
  const found = [...template.slice(0, LONGEST).matchAll(expression)].flatMap(([, , list = '']) =>
    names(list).map(({ name }) => name),
  );
  return [...new Set(found)];
}

/** The address that a template means with these texts. Variables without a text are left out. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(expression, (_whole, sign: string, list: string) => {
    const operator = operators[sign] ?? simple;
    const parts = names(list).flatMap(({ name, length }) => {
      const given = Object.hasOwn(values, name) ? values[name] : undefined;
      if (given === undefined || (given === '' && !operator.isNamed)) return [];
      if (given === '') return [];
      const text = encode(
        length === undefined ? given : Array.from(given).slice(0, length).join(''),
        operator,
      );
      if (!operator.isNamed) return [text];
      return [`${name}${text === '' ? operator.ifEmpty : `=${text}`}`];
    });
    return parts.length === 0 ? '' : operator.first + parts.join(operator.between);
  });
}

function encode(text: string, { isOpen }: Operator): string {
  const escaped = (part: string): string =>
    encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  if (!isOpen) return escaped(text);
  return text.replace(/(%[0-9a-f]{2})|([^\w\-.~:/?#[\]@!$&'()*+,;=]+)/gi, (_whole, kept, rest) =>
    typeof kept === 'string' ? kept : escaped(String(rest)),
  );
}
