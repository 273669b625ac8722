import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { RpcTransport } from '../../lib/rpc-message.ts';
import { NoteFiles } from './note-files.ts';

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const nameField = z.string().describe('Name of the note, without a folder.');

/**
 * The bundled server: notes as plain Markdown files in one folder of the profile. Answers over `transport` until that is
 * closed. What fails becomes a failed result with a sentence.
 */
export async function serveNotes(
  transport: RpcTransport,
  options: { readonly folder: string; readonly version: string },
): Promise<void> {
  const notes = new NoteFiles(options.folder);
  const server = new McpServer(
    { name: 'notes', version: options.version, title: 'Notes' },
    { instructions: 'Keeps the person’s notes. Each note has a name and a text in Markdown.' },
  );
  addReadingTools(server, notes);
  addWritingTools(server, notes);
  await server.connect(transport);
}

function addReadingTools(server: McpServer, notes: NoteFiles): void {
  const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
  server.registerTool(
    'list_notes',
    {
      title: 'List notes',
      description: 'Lists the names of all notes, with size and time of the last change.',
      inputSchema: {},
      annotations,
    },
    async () => {
      const entries = await notes.list();
      if (entries.length === 0) return said('There are no notes.');
      const lines = entries.map(
        ({ name, bytes, changedAt }) => `${name} (${bytes} bytes, ${changedAt.toISOString()})`,
      );
      return said(lines.join('\n'));
    },
  );
  server.registerTool(
    'read_note',
    {
      title: 'Read a note',
      description: 'Reads the text of one note.',
      inputSchema: { name: nameField },
      annotations,
    },
    async ({ name }) => said(await notes.read(name)),
  );
}

function addWritingTools(server: McpServer, notes: NoteFiles): void {
  // Both are destructive: writing replaces an older note of the same name.
  const annotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
  server.registerTool(
    'write_note',
    {
      title: 'Write a note',
      description: 'Writes a note; an older note of that name is replaced.',
      inputSchema: { name: nameField, text: z.string().describe('The whole text, in Markdown.') },
      annotations: { ...annotations, idempotentHint: true },
    },
    async ({ name, text }) => {
      const outcome = await notes.write(name, text);
      return said(
        outcome === 'created' ? `Wrote the note “${name}”.` : `Replaced the note “${name}”.`,
      );
    },
  );
  server.registerTool(
    'delete_note',
    {
      title: 'Delete a note',
      description: 'Deletes one note for good.',
      inputSchema: { name: nameField },
      annotations,
    },
    async ({ name }) => {
      await notes.delete(name);
      return said(`Deleted the note “${name}”.`);
    },
  );
}
