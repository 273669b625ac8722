/** Silence after which a request is given up, in ms, as one may choose it. */
export const BENCH_TIMEOUT_CHOICES = [10_000, 60_000, 300_000, 3_600_000] as const;
export const USUAL_TIMEOUT = 60_000;
