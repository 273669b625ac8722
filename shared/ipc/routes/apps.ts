import { z } from 'zod';
import { serverId, sessionId } from '../../lib/ids.ts';
import { jsonObject } from '../../lib/json-object.ts';
import { appMode, appTrouble, toolApp } from '../../mcp/tool-app.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const app = z.strictObject({ appId: z.string().max(100) });
const pixels = z.number().min(-1_000_000).max(1_000_000);

/** MCP apps: views of main that lie over the place which the window keeps for them. */
export const appViewCalls = defineCalls({
  /** Opens the app of a tool that was called. It runs until it is closed or the page of the window goes. */
  'apps.open': {
    input: z.strictObject({
      serverId,
      tool: z.string().max(1_000),
      input: jsonObject,
      /** As `tools/call` gives it. */
      result: jsonObject,
      /** The conversation it is shown in; absent on the bench. */
      sessionId: sessionId.optional(),
    }),
    output: toolApp,
  },
  /** Where the app lies in the window, in CSS px: its whole place and the part of it that can be seen, none when nothing can. */
  'apps.place': {
    input: app.extend({
      place: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }),
      seen: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }).optional(),
    }),
    output: z.undefined(),
  },
  /** Gives the keyboard to the app; F6 in it gives it back. */
  'apps.focus': { input: app, output: z.undefined() },
  /** The person wants it to fill the window, or no longer; nothing where the app cannot. Comes back as a change. */
  'apps.setMode': { input: app.extend({ mode: appMode }), output: z.undefined() },
  'apps.close': { input: app, output: z.undefined() },
});

export const appViewEvents = defineEvents({
  /** The app asks for a height or a mode, or something is wrong with it. */
  'apps.changed': z.object({
    appId: z.string(),
    height: z.number().optional(),
    trouble: appTrouble.optional(),
    mode: appMode.optional(),
    /** It can fill the window. */
    mayFill: z.boolean().optional(),
  }),
  /** Text that an app wants to say in its conversation: a draft, never sent by itself. */
  'apps.draft': z.object({
    sessionId,
    serverName: z.string(),
    tool: z.string(),
    text: z.string(),
  }),
});
