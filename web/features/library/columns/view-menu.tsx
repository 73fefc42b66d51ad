import { ActionIcon, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { libraryMessages } from '../../../messages/en/library.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { useBrowsing } from '../browser-context.ts';
import { ownTypes, tagTypesOf } from '../../tags/tag-types-of.ts';
import { COLUMNS, type Column, columnOfTag } from './columns.ts';
import { DENSITIES, type Density } from './use-look.ts';

const t = libraryMessages.look;

/** Chooses the columns and the density of lists. */
export function ViewMenu() {
  const { density, setDensity, isPhone } = useBrowsing().look;
  if (isPhone) return null;
  return (
    <PopMenu width={200} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t.title} title={t.title}>
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.columns}</Menu.Label>
        {COLUMNS.map((column) => (
          <ColumnItem key={column} column={column} label={libraryMessages.columns[column]} />
        ))}
        <TagColumns />
        <Menu.Divider />
        <Menu.Label>{t.density}</Menu.Label>
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          {DENSITIES.map((one) => (
            <Menu.RadioItem key={one} value={one}>
              {t.densities[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </PopMenu>
  );
}

// Fetched when the menu opens.
function TagColumns() {
  const { place } = useBrowsing();
  const [types] = useQueries({ queries: tagTypesOf(place) });
  return ownTypes(types?.data).map(({ TagTypeId, TagTypeName }) => (
    <ColumnItem key={TagTypeId} column={columnOfTag(TagTypeId)} label={TagTypeName} />
  ));
}

function ColumnItem({ column, label }: { column: Column; label: string }) {
  const { columns, setColumns } = useBrowsing().look;
  return (
    <Menu.CheckboxItem
      checked={columns.includes(column)}
      onChange={(isOn) => setColumns(withColumn(columns, column, isOn))}
    >
      {label}
    </Menu.CheckboxItem>
  );
}

function withColumn(columns: Column[], column: Column, isOn: boolean): Column[] {
  const others = columns.filter((one) => one !== column);
  return isOn ? [...others, column] : others;
}
