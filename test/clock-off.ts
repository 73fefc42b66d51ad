/** Starts Node.js with a clock that is off by so many milliseconds: a value of NODE_OPTIONS. */
export function clockOff(milliseconds: number): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
  const Real = Date, off = ${milliseconds};
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given); }
    static now() { return Real.now() + off; }
  };
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + off });`)}`;
}
