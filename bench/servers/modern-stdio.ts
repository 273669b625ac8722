import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { modernServer } from './modern.ts';

serveStdio(modernServer, { legacy: 'reject' });
