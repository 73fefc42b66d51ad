import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarTime, IconInfinity, IconShieldCheck, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Visit } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize, formatTime } from '../../ui/format.ts';

/** Who shared what, until when, and what one may do; `children` is the one thing to do. */
export function Intro({ visit, name, children }: { visit: Visit; name: string; children?: ReactNode }) {
  const { SharedBy: sharer, ExpiresOn: end } = visit;
  const room = roomOf(visit);
  return (
    <section className="card">
      <Stack gap="sm">
        <div>
          <Text>{headlineOf(visit)}</Text>
          <Anchor href={`mailto:${sharer.Email}`} size="sm" underline="always" style={{ overflowWrap: 'anywhere' }}>
            {sharer.Email}
          </Anchor>
        </div>
        <Title order={1}>{name}</Title>
        <Group gap="xs" style={{ columnGap: 24 }} c="dimmed">
          <Fact
            icon={end === null ? <IconInfinity size={18} aria-hidden /> : <IconCalendarTime size={18} aria-hidden />}
          >
            {end === null ? messages.visit.forever : messages.visit.until(formatTime(end))}
          </Fact>
          <Fact icon={<IconShieldCheck size={18} aria-hidden />}>{messages.visit.may(rightsOf(visit))}</Fact>
          {room === null ? null : <Fact icon={<IconUpload size={18} aria-hidden />}>{room}</Fact>}
        </Group>
        {children}
      </Stack>
    </section>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      {icon}
      <Text size="sm">{children}</Text>
    </Group>
  );
}

function headlineOf({ Kind, ShareType, Allow, SharedBy: { Name } }: Visit): string {
  if (Kind === 'document') return messages.visit.sharedDocument(Name);
  const wantsFiles = ShareType === 'Template' || (Allow.Upload && !Allow.View && !Allow.Download);
  return wantsFiles ? messages.visit.asksForFiles(Name) : messages.visit.sharedFolder(Name);
}

// How much the link still takes, where that is limited.
function roomOf({ Kind, UploadLimits: limits }: Visit): string | null {
  if (limits === null) return null;
  const { MaxUploadBytes: bytes, UploadedBytes, UploadedDocuments } = limits;
  // By the link of a document only its versions are uploaded.
  const files = Kind === 'document' ? null : limits.MaxUploadDocuments;
  if (bytes === null && files === null) return null;
  const size = bytes === null ? null : formatSize(Math.max(0, bytes - UploadedBytes));
  return messages.visit.room(size, files === null ? null : Math.max(0, files - UploadedDocuments));
}

function rightsOf({ Allow: { View, Download, Upload, Edit } }: Visit): string[] {
  const { view, download, upload, edit } = messages.visit.rights;
  const may: [boolean, string][] = [
    [View || Download, view],
    [Download, download],
    [Upload, upload],
    [Edit, edit],
  ];
  return may.filter(([isAllowed]) => isAllowed).map(([, right]) => right);
}
