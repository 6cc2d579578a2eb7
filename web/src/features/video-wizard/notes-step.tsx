import type { ReactNode } from 'react';
import { samplePoster, videoTypeName } from '../../content/video-types.ts';
import { lengthOf } from '../../lib/text-length.ts';
import { Colours } from '../../ui/colours.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Reel } from '../../ui/reel.tsx';
import type { Brand, Settings } from './api.ts';
import { AskBeforePosting } from './ask-before-posting.tsx';
import { endingHint, MOST_NOTES, notesHint, textProblems } from './text-rules.ts';

interface Props {
  settings: Settings;
  /** "3 videos, next Tue 24 Nov, 09:00" */
  schedule: string;
  goesTo: string;
  /** The texts that are posted; null where nothing is posted. */
  texts: ReactNode;
  /** Whether videos are posted, and not only delivered. */
  posts: boolean;
  onSettings: (change: Partial<Settings>) => void;
}

const maxColours = 4;

/** Step 3: notes for the video model, the brand, and a summary of what will be saved. */
export function NotesStep({ settings, schedule, goesTo, texts, posts, onSettings }: Props) {
  const { notes, brand, videoType, includeAudio } = settings;
  const set = (change: Partial<Brand>) => onSettings({ brand: { ...brand, ...change } });
  const problems = textProblems(notes, brand);
  const length = lengthOf(notes);
  return (
    <div className="notes">
      <div className="notes-fields">
        <div className="field">
          <h3>
            <label htmlFor="wizard-notes">Notes</label>
          </h3>
          <textarea
            className="input"
            id="wizard-notes"
            aria-describedby="wizard-notes-hint"
            placeholder="Enter any additional notes or instructions..."
            aria-invalid={problems.notes ? true : undefined}
            dir="auto"
            value={notes}
            onChange={(event) => onSettings({ notes: event.target.value })}
          />
          <p className="hint" id="wizard-notes-hint">
            Names to say, colours to keep, words to avoid. Optional. The first sentence, or what stands in quotes, is{' '}
            {videoType === 'v6' ? 'spoken' : 'shown'} in the video; about ten words fit.
          </p>
          <p className="hint" role="status">
            {[
              notesHint(notes),
              length >= MOST_NOTES * 0.9 &&
                !problems.notes &&
                `${length.toLocaleString('en')} of ${MOST_NOTES.toLocaleString('en')} characters.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          {problems.notes ? <FieldError>{problems.notes}</FieldError> : null}
        </div>
        <fieldset className="about">
          <legend>
            <h3>About you</h3>
          </legend>
          <p className="small muted">Optional. It shapes the pictures and the words of every reel.</p>
          <div className="two-columns">
            <Field label="Name" hint={endingHint(brand.name, 'a name')} error={problems.name}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="input"
                  dir="auto"
                  placeholder="Bellini Ceramics"
                  value={brand.name}
                  onChange={(event) => set({ name: event.target.value })}
                />
              )}
            </Field>
            <Field label="What you do" hint={endingHint(brand.occupation, 'what you do')} error={problems.occupation}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="input"
                  dir="auto"
                  placeholder="Handmade tableware"
                  value={brand.occupation}
                  onChange={(event) => set({ occupation: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="two-columns">
            <Field label="Feel" error={problems.feel}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="input"
                  dir="auto"
                  placeholder="Warm, slow, a little playful"
                  value={brand.feel}
                  onChange={(event) => set({ feel: event.target.value })}
                />
              )}
            </Field>
            <Colours
              label="Colours"
              colours={brand.colours}
              most={maxColours}
              onChange={(colours) => set({ colours })}
            />
          </div>
        </fieldset>
        {posts ? <AskBeforePosting settings={settings} onSettings={onSettings} /> : null}
      </div>
      <div className="panel pad summary">
        <Reel tone={videoType} poster={samplePoster(videoType)} ticks={0} />
        <dl>
          <div>
            <dt>Video type</dt>
            <dd>{videoTypeName(videoType)}</dd>
          </div>
          <div>
            <dt>Audio</dt>
            <dd>{includeAudio ? 'Audio Enabled' : 'Audio Disabled'}</dd>
          </div>
          <div>
            <dt>Schedule</dt>
            <dd className="number">{schedule}</dd>
          </div>
          <div>
            <dt>Goes to</dt>
            <dd>{goesTo}</dd>
          </div>
        </dl>
        {texts}
      </div>
    </div>
  );
}
