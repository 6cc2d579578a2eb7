import { type LogoCorner, logoCorners, MOST_PALETTE_COLOURS } from '@reelwright/product';
import { type ChangeEvent, useRef, useState } from 'react';
import { writeProblemText } from '../../lib/write-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Colours } from '../../ui/colours.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Segment } from '../../ui/segment.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Branding, useSaveBranding } from './api.ts';
import { BrandingPreview, cornerWords } from './branding-preview.tsx';
import { base64Of, LOGO_TYPES, LogoProblem, readLogoFile } from './logo-file.ts';

interface Draft {
  corner: LogoCorner;
  palette: readonly string[];
  /** The address of the shown logo. */
  logo: string | null;
}

const savedDraft = ({ corner, palette, logo }: Branding): Draft => ({
  corner,
  palette,
  logo: logo && `data:image/png;base64,${logo.image}`,
});

const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other);

const corners = logoCorners.map((value) => ({ value, content: capitalized(cornerWords[value]) }));

/** Changes the logo, its corner and the palette. The preview shows each change at once; only Save stores them. */
export function BrandingForm({ branding, style }: { branding: Branding; style: string }) {
  const saved = savedDraft(branding);
  // Null while nothing is changed, so that what another tab saves is shown.
  const [changed, setChanged] = useState<Draft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const save = useSaveBranding();
  const toast = useToast();
  const draft = changed ?? saved;
  const hasChanges = !isSame(draft, saved);
  const change = (part: Partial<Draft>) => {
    setProblem(null);
    setChanged((before) => ({ ...(before ?? saved), ...part }));
  };

  const chooseLogo = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Cleared, so that the same file can be chosen again after an error.
    event.target.value = '';
    if (!file) return;
    try {
      change({ logo: await readLogoFile(file) });
    } catch (error) {
      setProblem(error instanceof LogoProblem ? error.message : 'This file cannot be read. Choose another one.');
    }
  };
  const removeLogo = () => {
    change({ logo: null });
    // The pressed button disappears, so the focus moves.
    choose.current?.focus();
  };
  const discard = () => {
    setProblem(null);
    setChanged(null);
  };
  const submit = () => {
    setProblem(null);
    const { corner, palette, logo } = draft;
    const sentLogo = logo === saved.logo ? {} : { logo: logo && base64Of(logo) };
    save.mutate(
      { corner, palette: [...palette], ...sentLogo },
      {
        onSuccess: () => {
          // What was changed since then is not saved yet.
          setChanged((now) => (now === changed ? null : now));
          toast({ tone: 'ok', title: 'Branding Saved', text: 'Every video that is made from now on has it.' });
        },
        onError: (error) =>
          setProblem(
            writeProblemText(error, {
              fallback: 'Your branding was not saved. Please try again.',
              effect: 'your branding was saved',
            }),
          ),
      },
    );
  };

  return (
    <div className="branding">
      <div className="branding-fields">
        <Rows>
          <Row
            label="Logo"
            action={
              <>
                <input
                  ref={input}
                  hidden
                  type="file"
                  aria-label="Logo"
                  accept={LOGO_TYPES.join(',')}
                  onChange={(event) => void chooseLogo(event)}
                />
                {draft.logo ? (
                  <Button size="small" tone="quiet" onClick={removeLogo}>
                    Remove
                  </Button>
                ) : null}
                <Button ref={choose} size="small" onClick={() => input.current?.click()}>
                  {draft.logo ? 'Change logo' : 'Add logo'}
                </Button>
              </>
            }
          >
            <p className="hint">PNG, WebP or JPEG, 512 KB at most. A transparent PNG looks best.</p>
          </Row>
          <Row label="Corner" wide>
            <Segment label="Corner" value={draft.corner} options={corners} onChange={(corner) => change({ corner })} />
          </Row>
          <Row label="Palette" wide>
            <Colours
              label="Palette"
              isLabelShown
              colours={draft.palette}
              most={MOST_PALETTE_COLOURS}
              onChange={(palette) => change({ palette })}
            />
            <p className="hint">For captions and scenes, in place of the colours of the video configuration.</p>
          </Row>
        </Rows>
        {problem ? <FieldError>{problem}</FieldError> : null}
        <div className="row">
          <Button tone="primary" busy={save.isPending} busyText="Saving..." disabled={!hasChanges} onClick={submit}>
            Save branding
          </Button>
          {hasChanges && !save.isPending ? (
            <Button tone="quiet" onClick={discard}>
              Discard changes
            </Button>
          ) : null}
        </div>
      </div>
      <BrandingPreview style={style} {...draft} />
    </div>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
