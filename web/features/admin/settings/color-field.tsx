import { settingsMessages as t } from '../../../messages/en/admin/settings.ts';
import { DARK_SURFACE, DEFAULT_COLOR, LIGHT_SURFACE, accentsOf } from '../../../ui/brand.ts';
import { SettingField } from './setting-field.tsx';
import css from './settings.module.css';

/** The color as text and from a palette, with a preview. */
export function ColorField(props: Parameters<typeof SettingField>[0]) {
  const { input, onChange } = props;
  const isColor = /^#[0-9a-f]{6}$/i.test(String(input));
  const color = isColor ? String(input) : DEFAULT_COLOR;
  return (
    <div className={css.colorField}>
      <SettingField
        {...props}
        end={
          <input
            type="color"
            className={css.colorPick}
            aria-label={t.pick}
            value={color}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
      />
      <Preview color={color} />
    </div>
  );
}

const SURFACES = { light: LIGHT_SURFACE, dark: DARK_SURFACE };

// In both color schemes, because the person sees only one of them.
function Preview({ color }: { color: string }) {
  const accents = accentsOf(color);
  return (
    <div className={css.colorPreview} role="img" aria-label={t.preview.label}>
      {(['light', 'dark'] as const).map((scheme) => (
        <span key={scheme} style={{ background: SURFACES[scheme] }} aria-hidden>
          <span
            className={css.previewButton}
            style={{ background: accents[scheme].fill, color: accents[scheme].onFill }}
          >
            {t.preview.button}
          </span>
          <span style={{ color: accents[scheme].text }}>{t.preview.link}</span>
        </span>
      ))}
    </div>
  );
}
