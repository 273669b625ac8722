export { BenchPage, type BenchPageProps } from './bench-page.tsx';
export { BenchView, type BenchViewProps } from './bench-view.tsx';
export { prepareCall } from './prepare-call.ts';
