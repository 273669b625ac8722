import { startApp } from './app/start-app.ts';

startApp();
