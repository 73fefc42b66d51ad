import { IconMailQuestion } from '@tabler/icons-react';
import { messages } from '../../messages/en.ts';
import { Message } from '../../ui/message.tsx';
import { CodeCard } from './code-card.tsx';
import { EmailForm } from './email-form.tsx';
import { useVisit } from './visit-context.ts';

/** Asks for the emailed access code, or for the personal link if this link names no recipient. */
export function CodeForm() {
  const { visit } = useVisit();
  const { Code: code, SharedBy: sharer } = visit;
  if (code?.Recipient === null && code.AcceptsEmail) return <EmailForm />;
  if (code === null || code.Recipient === null) {
    const { title, text } = messages.code.noRecipient;
    return (
      <Message icon={<IconMailQuestion size={40} stroke={1.5} aria-hidden />} title={title} text={text(sharer.Name)} />
    );
  }
  return (
    <CodeCard isSent={code.SentAt !== null} canResendAt={code.CanResendAt} address={code.Recipient} email={null} />
  );
}
