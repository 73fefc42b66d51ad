import { IconCode } from '@tabler/icons-react';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { ToolButton } from '../frame/tool-button.tsx';
import { ToolSpace } from '../frame/tool-space.tsx';

/** Switches between a formatted document and its source. */
export function SourceSwitch({ isSource, onChange }: { isSource: boolean; onChange: (isSource: boolean) => void }) {
  return (
    <>
      <ToolSpace />
      <ToolButton
        label={viewMessages.source}
        Icon={IconCode}
        isPressed={isSource}
        onClick={() => onChange(!isSource)}
      />
    </>
  );
}
