import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarTime, IconDownload, IconInfinity, IconShieldCheck, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Visit, isFull } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize, formatTime } from '../../ui/format.ts';
import css from '../../ui/page.module.css';

/** The sharer, the expiration and the visitor's rights. `children` is the main action. */
export function Intro({ visit, name, children }: { visit: Visit; name: string; children?: ReactNode }) {
  const { SharedBy: sharer, ExpiresOn: end } = visit;
  const uploadLimit = uploadLimitOf(visit);
  const rights = rightsOf(visit);
  return (
    <section className={css.card}>
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
            {end === null ? messages.visit.noExpiration : messages.visit.expires(formatTime(end))}
          </Fact>
          {rights.length === 0 ? null : (
            <Fact icon={<IconShieldCheck size={18} aria-hidden />}>{messages.visit.can(rights)}</Fact>
          )}
          {visit.DownloadsLeft === null ? null : (
            <Fact icon={<IconDownload size={18} aria-hidden />}>
              {messages.visit.downloadsLeft(visit.DownloadsLeft)}
            </Fact>
          )}
          {uploadLimit === null ? null : <Fact icon={<IconUpload size={18} aria-hidden />}>{uploadLimit}</Fact>}
        </Group>
        {children}
      </Stack>
    </section>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Box flex="none" lh={0}>
        {icon}
      </Box>
      <Text size="sm">{children}</Text>
    </Group>
  );
}

function headlineOf({ Kind, ShareType, Allow, SharedBy: { Name } }: Visit): string {
  if (Kind === 'document') return messages.visit.sharedDocument(Name);
  const wantsFiles = ShareType === 'Template' || (Allow.Upload && !Allow.View && !Allow.Download);
  return wantsFiles ? messages.visit.asksForFiles(Name) : messages.visit.sharedFolder(Name);
}

// The remaining upload limit, if there is one.
function uploadLimitOf(visit: Visit): string | null {
  const { Kind, UploadLimits: limits } = visit;
  if (limits === null) return null;
  if (isFull(visit)) return messages.visit.full;
  const { MaxUploadBytes: bytes, UploadedBytes, UploadedDocuments } = limits;
  // Links to documents accept versions only.
  const files = Kind === 'document' ? null : limits.MaxUploadDocuments;
  if (bytes === null && files === null) return null;
  const size = bytes === null ? null : formatSize(Math.max(0, bytes - UploadedBytes));
  return messages.visit.uploadLimit(size, files === null ? null : Math.max(0, files - UploadedDocuments));
}

function rightsOf(visit: Visit): string[] {
  const { View, Download, Upload, Edit, Comment } = visit.Allow;
  const { view, download, upload, edit, comment } = messages.visit.rights;
  const may: [boolean, string][] = [
    [View || Download, view],
    [Download, download],
    [Upload && !isFull(visit), upload],
    [Edit && !isFull(visit), edit],
    [Comment, comment],
  ];
  return may.filter(([isAllowed]) => isAllowed).map(([, right]) => right);
}
