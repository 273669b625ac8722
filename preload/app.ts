import { ipcRenderer } from 'electron';
import {
  APP_FLOOD_CHANNEL,
  APP_MESSAGE_CHANNEL,
  APP_PLACE_CHANNEL,
  APP_POST_CHANNEL,
  createMessageMeter,
  LONGEST_APP_MESSAGE,
} from '../shared/mcp/app-channels.ts';

/** What is used of the page. */
interface FrameElement {
  readonly contentWindow: { postMessage(message: unknown, origin: string): void } | null;
  readonly style: { setProperty(name: string, value: string): void };
}
declare const document: {
  querySelector(selector: 'iframe'): FrameElement | null;
  addEventListener(event: 'DOMContentLoaded', listener: () => void): void;
};
declare const window: {
  addEventListener(
    event: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void;
};

/** Passes messages between an MCP app in its frame and main. It exposes nothing, and main bounds all of it again. */
const mayPass = createMessageMeter(() => performance.now());
let isFlooded = false;

const frame = (): FrameElement | null => document.querySelector('iframe');

window.addEventListener('message', (event) => {
  const own = frame()?.contentWindow;
  if (isFlooded || !own || event.source !== own) return;
  if (!mayPass()) {
    isFlooded = true;
    ipcRenderer.send(APP_FLOOD_CHANNEL);
    return;
  }
  const text = written(event.data);
  if (text !== undefined && text.length <= LONGEST_APP_MESSAGE) {
    ipcRenderer.send(APP_MESSAGE_CHANNEL, text);
  }
});

ipcRenderer.on(APP_POST_CHANNEL, (_event, text: unknown) => {
  // Its origin is opaque, so there is no other way to name it.
  frame()?.contentWindow?.postMessage(JSON.parse(String(text)), '*');
});

let place: unknown;
ipcRenderer.on(APP_PLACE_CHANNEL, (_event, next: unknown) => {
  place = next;
  lay();
});
document.addEventListener('DOMContentLoaded', lay);

function lay(): void {
  const style = frame()?.style;
  if (!style || typeof place !== 'object' || place === null) return;
  for (const [name, value] of Object.entries(place)) {
    if (typeof value === 'number') style.setProperty(name, `${String(value)}px`);
  }
}

/** As JSON, where it is something that JSON can say. */
function written(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
