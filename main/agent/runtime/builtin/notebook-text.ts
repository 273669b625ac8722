import { z } from 'zod';

const source = z.union([z.string(), z.array(z.string())]);
const output = z.looseObject({
  output_type: z.string(),
  text: source.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const notebook = z.object({
  cells: z.array(z.object({ cell_type: z.string(), source, outputs: z.array(output).default([]) })),
});

/** A Jupyter notebook as text: its cells in order, with what they put out; undefined when the text is no notebook. */
export function notebookText(text: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = notebook.safeParse(json);
  if (!parsed.success) return undefined;
  return parsed.data.cells
    .map((cell, at) => {
      const outputs = cell.outputs.map(outputText).filter((one) => one !== '');
      const head = `<cell ${String(at + 1)}, ${cell.cell_type}>\n${joined(cell.source)}`;
      return outputs.length === 0 ? head : `${head}\n<output>\n${outputs.join('\n')}`;
    })
    .join('\n');
}

function joined(value: z.infer<typeof source>): string {
  return typeof value === 'string' ? value : value.join('');
}

function outputText(one: z.infer<typeof output>): string {
  if (one.output_type === 'error') return `${one.ename ?? 'Error'}: ${one.evalue ?? ''}`;
  if (one.text !== undefined) return joined(one.text);
  const plain = source.safeParse(one.data?.['text/plain']);
  const others = Object.keys(one.data ?? {}).filter((type) => type !== 'text/plain');
  const note = others.length === 0 ? '' : `[also as ${others.join(', ')}]`;
  return [plain.success ? joined(plain.data) : '', note].filter((part) => part !== '').join('\n');
}
