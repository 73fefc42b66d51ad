import { settingsMessages as t } from '../../../messages/en/admin-settings.ts';
import { DARK_SHADE, DEFAULT_COLOR, LIGHT_SHADE, shadesOf } from '../../../ui/brand.ts';
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

// In both color schemes, because the person sees only one of them.
function Preview({ color }: { color: string }) {
  const shades = shadesOf(color);
  return (
    <div className={css.colorPreview} role="img" aria-label={t.preview.label}>
      {([LIGHT_SHADE, DARK_SHADE] as const).map((shade) => (
        <span key={shade} className={shade === LIGHT_SHADE ? css.onLight : css.onDark} aria-hidden>
          <span className={css.previewButton} style={{ background: shades[LIGHT_SHADE] }}>
            {t.preview.button}
          </span>
          <span style={{ color: shades[shade] }}>{t.preview.link}</span>
        </span>
      ))}
    </div>
  );
}
