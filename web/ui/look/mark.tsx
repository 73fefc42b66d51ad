/** The mark: a carrel from above. Its three walls form a C, and a page lies on the desk (docs/design.md#mark). */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="var(--carrel-fill)" />
      <path
        d="M26 8H12a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h14"
        fill="none"
        stroke="var(--carrel-on-accent)"
        strokeWidth="4"
      />
      <path d="M14 12h8v8h-8z" fill="var(--carrel-mark-page)" />
    </svg>
  );
}
