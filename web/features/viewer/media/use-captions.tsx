import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { captionsOf, shownAtFirst } from './captions.ts';

/** The tracks of captions beside a film: `talk.vtt` or `talk.en.vtt` for `talk.mp4`. */
export function useCaptions({ name, listBeside, contentUrl, hasContent }: Previewable): ReactNode {
  const { data } = useQuery({
    queryKey: ['captions', contentUrl],
    queryFn: async () => captionsOf(name, (await listBeside?.(name)) ?? []),
    // Captions are a document too.
    enabled: listBeside !== undefined && hasContent,
  });
  const shown = shownAtFirst(data ?? [], navigator.languages);
  return data?.map(({ contentUrl: src, language }, index) => (
    <track
      key={src}
      kind="captions"
      src={src}
      srcLang={language ?? undefined}
      label={labelOf(language)}
      default={index === shown}
    />
  ));
}

function labelOf(language: string | null): string {
  if (language === null) return viewMessages.media.captions;
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}
