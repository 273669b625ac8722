import { createInterface } from 'node:readline';
import { answerTo } from './echo.ts';

createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line));
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
