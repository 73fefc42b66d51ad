import type { Icon } from '@tabler/icons-react';

/** The state of an empty list. */
export function Empty({ Icon, text }: { Icon: Icon; text: string }) {
  return (
    <div className="empty">
      <Icon size={48} stroke={1.25} aria-hidden />
      <p>{text}</p>
    </div>
  );
}
