/** Keeps one thing ready that takes long to make and serves once (decision 0080). */

export type Spare = {
  /** Ends it, used or not. */
  discard: () => Promise<void>;
  /** Settles when it has ended. */
  ended: Promise<unknown>;
};

export type Spares<T extends Spare> = {
  /** The spare one, or a new one. Nobody else gets it. */
  take(): Promise<T>;
  /** Makes a spare one, unless there is one. It is discarded after `idleMs` without a call. */
  refill(): void;
  close(): void;
};

/** `make` starts one. If it fails for the spare one, the next `take` tries again. */
export function keepSpare<T extends Spare>({ make, idleMs }: { make: () => Promise<T>; idleMs: number }): Spares<T> {
  let spare: Promise<T> | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const drop = () => {
    clearTimeout(timer);
    const dropped = spare;
    spare = null;
    return dropped;
  };
  const discard = async () => {
    await (await drop())?.discard();
  };
  // One that ended by itself is of no use.
  const watch = async (made: Promise<T>) => {
    await (
      await made
    ).ended;
    if (spare === made) await discard();
  };
  const ignore = () => {};
  return {
    take: async () => (await drop()?.catch(() => null)) ?? make(),
    refill() {
      if (isClosed) return;
      if (spare === null) {
        spare = make();
        watch(spare).catch(ignore);
      }
      clearTimeout(timer);
      timer = setTimeout(() => void discard().catch(ignore), idleMs).unref();
    },
    close() {
      isClosed = true;
      discard().catch(ignore);
    },
  };
}
