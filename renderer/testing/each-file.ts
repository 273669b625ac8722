import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a test rendered must not be there for the next one.
afterEach(cleanup);
// A deadline, not a wait: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 });
