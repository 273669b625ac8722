export { isWriting } from '../../../lib/is-writing.ts';
