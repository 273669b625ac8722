import { loadavg } from 'node:os';
import { measureOpening } from './chat/open-session.ts';
import { measureManySessions } from './chat/many-sessions.ts';
import { measureStream } from './chat/stream.ts';
import { weighFirstScreen } from './chat/first-screen.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const ms = (value: number): string => `${value.toFixed(2)} ms`;

const files = await weighFirstScreen();
const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
say(
  `PF-11 first screen: ${(bytes / 1_000).toFixed(0)} KB of JavaScript in ${String(files.size)} files`,
);

const opened = await measureOpening(100_000, 5);
say(
  `PF-5 opening 100,000 messages: ${ms(opened.longMs)}, an empty one ${ms(opened.emptyMs)}, ratio ${(opened.longMs / opened.emptyMs).toFixed(2)}, ${opened.moreMegabytes.toFixed(1)} MB more`,
);

for (const messages of [20, 2_000]) {
  const told = await measureStream(messages);
  say(
    `PF-6 400 tokens/s into ${String(messages)} messages: longest frame ${ms(told.longestFrameMs)}, over 50 ms: ${String(told.slowFrames)}; scripting a delta ${ms(told.firstMs)} in the first quarter, ${ms(told.lastMs)} in the last`,
  );
}

const many = await measureManySessions(10);
say(
  `PF-7 ${String(many.sessions)} sessions of 200 tokens/s: ${many.perSecond.toFixed(0)} tokens/s reach the window; main's event loop waits ${ms(many.p50Ms)} in the middle, ${ms(many.p99Ms)} at 99 of 100, ${ms(many.worstMs)} at worst`,
);
say(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1) ?? '?'}`);
