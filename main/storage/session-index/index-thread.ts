import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { IndexRequest } from './index-protocol.ts';
import { IndexServer } from './index-server.ts';

/** The entry of the thread: started by `startIndexThread`, which is the only one who speaks with it. */
const { path } = z.object({ path: z.string() }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('The index runs on a thread of its own.');
const server = new IndexServer(path, (reply) => {
  port.postMessage(reply);
  if (reply.kind === 'closed') port.close();
});
port.on('message', (request: IndexRequest) => {
  server.take(request);
});
