declare module 'heic-decode' {
  /** Pixels of the first image, four bytes each, red first. */
  export default function decode(input: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
