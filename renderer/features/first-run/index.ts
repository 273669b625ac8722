export { FirstRun, type FirstRunProps } from './first-run.tsx';
export { ServersStep } from './servers-step.tsx';
