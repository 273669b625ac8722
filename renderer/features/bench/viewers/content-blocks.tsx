import { Download, ExternalLink, FileText, Link } from 'lucide-react';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { base64Bytes, formatBytes } from '../../../lib/format-size.ts';

const words = benchTexts.content;
const imageTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i;
const audioTypes = /^audio\/[a-z0-9.+-]{1,40}$/i;
const base64 = /^[A-Za-z0-9+/=\s]+$/;
/** Longer texts are no names. */
const LONG_NAME = 200;

export interface ContentBlocksProps {
  readonly blocks: readonly unknown[];
  /** Whose content it is: a tool, a prompt. */
  readonly source: string;
  /** Reads a resource of the same server. */
  readonly onRead?: ((uri: string) => void) | undefined;
}

/** Content as servers send it. Nothing is loaded from anywhere, nothing in it runs, and links go through main's question. */
export function ContentBlocks({ blocks, source, onRead }: ContentBlocksProps) {
  return (
    <div className="flex flex-col gap-2.5">
      {blocks.map((block, index) => (
        <ContentBlock key={index} block={block} source={source} onRead={onRead} />
      ))}
    </div>
  );
}

interface BlockProps extends Omit<ContentBlocksProps, 'blocks'> {
  readonly block: unknown;
}

function ContentBlock({ block, source, onRead }: BlockProps) {
  if (!isJsonObject(block)) return <Unknown title={words.noType} block={block} />;
  const { type, text: content, data, resource } = block;
  const mimeType = typeof block['mimeType'] === 'string' ? block['mimeType'] : '';
  switch (type) {
    case 'text':
      if (typeof content !== 'string') break;
      return <CodeBlock exact value={plainText(content)} />;
    case 'image':
    case 'audio':
      if (typeof data !== 'string') break;
      return <Blob {...{ source, mimeType, data }} name={`${source}.${type}`} />;
    case 'resource':
      if (!isJsonObject(resource)) break;
      return <ResourceContent content={resource} source={source} />;
    case 'resource_link':
      return <ResourceLink link={block} onRead={onRead} />;
  }
  const title = typeof type === 'string' ? words.unknown(type.slice(0, LONG_NAME)) : words.noType;
  return <Unknown title={title} block={block} />;
}

/** The content of a resource: text, a picture, or bytes to save. */
export function ResourceContent({
  content,
  source,
}: {
  readonly content: JsonObject;
  readonly source: string;
}) {
  const { uri, blob } = content;
  const mimeType = typeof content['mimeType'] === 'string' ? content['mimeType'] : '';
  const title = typeof uri === 'string' && uri !== '' ? uri : words.noAddress;
  if (typeof content['text'] === 'string')
    return <CodeBlock exact title={<ExactText value={title} />} value={content['text']} />;
  if (typeof blob === 'string')
    return <Blob source={source} mimeType={mimeType} data={blob} name={lastPart(title)} />;
  return <Unknown title={words.resource} block={content} />;
}

interface BlobProps {
  readonly source: string;
  readonly mimeType: string;
  readonly data: string;
  readonly name: string;
}

function Blob({ source, mimeType, data, name }: BlobProps) {
  const isData = base64.test(data);
  const address = `data:${mimeType};base64,${data}`;
  if (isData && imageTypes.test(mimeType)) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <img
          src={address}
          alt={words.image(source)}
          className="max-h-80 max-w-full rounded-control border border-line bg-inset"
        />
        <SaveChip {...{ mimeType, data, name }} />
      </div>
    );
  }
  // A document, not a picture: it could load and run things.
  if (isData && mimeType.toLowerCase().startsWith('image/svg'))
    return <CodeBlock exact title={words.svg} value={decoded(data)} />;
  if (isData && audioTypes.test(mimeType)) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <audio controls preload="none" src={address} aria-label={words.audio(source)} />
        <SaveChip {...{ mimeType, data, name }} />
      </div>
    );
  }
  if (isData) return <SaveChip {...{ mimeType, data, name }} />;
  return <CodeBlock exact title={words.imageRefused} value={data.slice(0, 1_000)} />;
}

function decoded(data: string): string {
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return data;
  }
}

/** Bytes that are not drawn: what they are, and a way to keep them. */
function SaveChip({ mimeType, data, name }: Omit<BlobProps, 'source'>) {
  const ipc = useIpc();
  const save = useAction(async () => {
    const { saved } = await ipc.call('bench.saveFile', { name, base64: data });
    if (saved) announce(words.saved);
  });
  return (
    <div className="flex max-w-full flex-col gap-1">
      <div className="inline-flex max-w-full items-center gap-2 self-start rounded-control border border-line bg-inset py-1 pr-1 pl-2.5">
        <Icon of={FileText} size={14} className="text-muted" />
        <span className="min-w-0 truncate font-mono text-code">{name}</span>
        <span className="flex-none text-small text-subtle">
          {words.blob(mimeType, formatBytes(base64Bytes(data)))}
        </span>
        <Button
          size="small"
          tone="quiet"
          busy={save.busy}
          icon={<Icon of={Download} size={14} />}
          onClick={() => void save.run()}
        >
          {words.save}
        </Button>
      </div>
      {save.error !== undefined && (
        <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
      )}
    </div>
  );
}

function ResourceLink({
  link,
  onRead,
}: {
  readonly link: JsonObject;
  readonly onRead: ((uri: string) => void) | undefined;
}) {
  const ipc = useIpc();
  const uri = typeof link['uri'] === 'string' ? link['uri'] : '';
  const names = [link['title'], link['name']].filter((name) => typeof name === 'string');
  const isWeb = /^https?:/i.test(uri);
  const open = useAction(() => ipc.call('app.openLink', { url: uri }));
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-2 rounded-control border border-line bg-inset py-1.5 pr-1.5 pl-2.5">
        <Icon of={Link} size={14} className="mt-[3px] text-muted" />
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">
            <ExactText value={names[0] ?? words.resource} />
          </p>
          <p className="font-mono text-code text-subtle">
            <ExactText value={uri === '' ? words.noAddress : uri} />
          </p>
        </div>
        {isWeb ? (
          <Button
            size="small"
            icon={<Icon of={ExternalLink} size={14} />}
            busy={open.busy}
            onClick={() => void open.run()}
          >
            {words.open}
          </Button>
        ) : (
          onRead !== undefined &&
          uri !== '' && (
            <Button size="small" onClick={() => onRead(uri)}>
              {words.read}
            </Button>
          )
        )}
      </div>
      {open.error !== undefined && (
        <ErrorBox role="alert" sentence={open.error.sentence} details={open.error.details} />
      )}
    </div>
  );
}

function Unknown({ title, block }: { readonly title: string; readonly block: unknown }) {
  return <CodeBlock exact title={title} value={JSON.stringify(shortened(block), undefined, 2)} />;
}

/** Base64 is no reading matter. */
function shortened(block: unknown): unknown {
  if (!isJsonObject(block)) return block;
  return Object.fromEntries(
    Object.entries(block).map(([key, value]) => [
      key,
      (key === 'data' || key === 'blob') && typeof value === 'string' && value.length > 200
        ? `${value.slice(0, 60)}… (${String(value.length)})`
        : value,
    ]),
  );
}

/** Colour codes of terminals say nothing here. */
function plainText(value: string): string {
  return value.replace(/\u001b\[[0-9;]*m/g, '');
}

function lastPart(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? 'file';
}
