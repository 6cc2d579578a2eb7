import {
  captionProblems,
  goesToYoutube,
  type Maker,
  type Platform,
  platformNames,
  platforms,
  postedCaptions,
  recordOf,
  titleProblem,
} from '@reelwright/product';
import { isBlank } from '@reelwright/text';
import { useState } from 'react';
import { videoTypes } from '../../content/video-types.ts';
import { changedSettings, type EntryChoice, samePlatforms } from '../../lib/entry-choice.ts';
import { textLimits } from '../../lib/generated/text-limits.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { lengthOf, lengthProblem } from '../../lib/text-length.ts';
import { instantOf, type WallTime, wallTimeAt } from '../../lib/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import type { PlanEnd, RequestedContent } from './entry.ts';
import { earliestSlot, hoursOf, proposedHour, slotState } from './slots.ts';
import { savedTexts, typedTextsOf } from './typed-texts.ts';
import { WhatIsPosted } from './what-is-posted.tsx';

// The option of a select may not have an empty value.
const asConfigured = 'as-configured';
const noHour = 'none';
const limits = textLimits['POST /api/video-configurations'];

interface Props {
  /** The entry being edited, or null for a new one. */
  editing: (EntryChoice & { requested: RequestedContent | null }) | null;
  date: string;
  zone: string;
  others: readonly WallTime[];
  /** The style of entries without one of their own. */
  videoType: string;
  /** The brand that suggested texts name. */
  brand: Maker;
  /** Whether the entry may have a style and platforms of its own: pro and elite. */
  advanced: boolean;
  /** The platforms that can be used here. */
  available: readonly Platform[];
  /** Null until it is known. */
  connected: readonly Platform[] | null;
  planEnd: PlanEnd | null;
  onSave: (choice: EntryChoice) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Edits the day, hour, title and texts of one video; on the higher plans also its style and platforms. */
export function EntryDialog(props: Props) {
  const { editing, date: firstDate, zone, others, advanced, available, connected } = props;
  const { planEnd, onSave, onDelete, onClose } = props;
  const now = serverNow();
  const situation = { now, zone, others };
  const today = wallTimeAt(now, zone).date;
  const [date, setDate] = useState(firstDate);
  const [time, setTime] = useState(editing?.time ?? proposedHour(firstDate, situation) ?? '');
  const [videoType, setVideoType] = useState(editing?.videoType ?? asConfigured);
  const [title, setTitle] = useState(editing?.title ?? '');
  const [typed, setTyped] = useState(() => typedTextsOf(editing));
  const [isTouched, setIsTouched] = useState(false);
  const ownPlatforms = editing?.platforms ?? null;
  // An entry keeps a platform that it names, and may give it up, when that is no longer available.
  const offered = platforms.filter((name) => available.includes(name) || ownPlatforms?.includes(name));
  const [chosen, setChosen] = useState<readonly Platform[]>(ownPlatforms ?? available);

  const unchanged = editing !== null && editing.date === date && editing.time === time;
  const state = date && time ? slotState({ date, time }, situation) : null;
  const earliest = earliestSlot(now, zone);
  const problem = unchanged ? null : problemOf(date, time, state, today, earliest);
  const isPastPlan = planEnd !== null && !unchanged && state !== null && instantOf({ date, time }, zone) >= planEnd.at;
  const texts = {
    title: isBlank(title) ? null : title.trim(),
    ...savedTexts(typed),
    platforms: platformsOf(),
  };
  const titleError = lengthProblem(lengthOf(texts.title ?? ''), limits['scheduledDates.title']) ?? titleProblem(texts);
  const shownTitle = texts.title ?? '';
  const titleLength = goesToYoutube(texts.platforms) ? shownTitle.length : lengthOf(shownTitle);
  const noPlatform = advanced && chosen.length === 0;
  const problems = captionProblems(texts);
  const hasTextProblem = titleError !== null || Object.keys(problems).length > 0;
  const isRefused = Boolean(problem || hasTextProblem || noPlatform || isPastPlan);
  const own = { videoType: videoType === asConfigured ? null : videoType, ...texts };

  const changeDate = (next: string) => {
    setDate(next);
    const keepsHour = hoursOf(next, editing).includes(time);
    if (!next || (keepsHour && slotState({ date: next, time }, situation) === 'free')) return;
    setTime(proposedHour(next, situation) ?? '');
  };

  /** Null means every platform, also one that is available later. */
  function platformsOf(): Platform[] | null {
    if (samePlatforms(chosen, ownPlatforms)) return ownPlatforms;
    return available.every((name) => chosen.includes(name)) ? null : [...chosen];
  }

  /** What each platform posts while no text is typed. A requested video keeps its texts until the entry is changed. */
  function suggested(): Readonly<Record<Platform, string>> {
    const requested = editing?.videoType === own.videoType ? editing.requested : null;
    const made = postedCaptions(requested?.videoType ?? own.videoType ?? props.videoType, props.brand);
    if (!editing || !unchanged || Object.keys(changedSettings(editing, own)).length > 0) return made;
    const posted = requested?.captions;
    if (!posted || editing.caption !== null) return made;
    return recordOf(platforms, (platform) => (editing.captions?.[platform] === undefined ? posted : made)[platform]);
  }

  return (
    <Dialog title={editing ? 'Edit Video' : 'Schedule Video'} keepOpen={isTouched} onClose={onClose}>
      <form
        className="dialog-form"
        noValidate
        onChange={() => setIsTouched(true)}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRefused) onSave({ date, time, ...own });
        }}
      >
        <div className="two-columns">
          <Field label="Date" error={problem?.field === 'date' ? problem.text : null}>
            {(attributes) => (
              <input
                {...attributes}
                className="input number"
                type="date"
                required
                min={today}
                value={date}
                onChange={(event) => changeDate(event.target.value)}
              />
            )}
          </Field>
          <Field label="Time" error={problem?.field === 'time' ? problem.text : null}>
            {(attributes) => (
              <select
                {...attributes}
                className="input number"
                required
                value={time || noHour}
                onChange={(event) => setTime(event.target.value)}
              >
                {time === '' ? (
                  <option value={noHour} disabled>
                    --:--
                  </option>
                ) : null}
                {hoursOf(date, editing).map((hour) => {
                  const own = editing?.date === date && editing.time === hour;
                  const hourState = date ? slotState({ date, time: hour }, situation) : 'free';
                  return (
                    <option key={hour} value={hour} disabled={!own && hourState !== 'free'}>
                      {hourState === 'taken' && !own ? `${hour} (taken)` : hour}
                    </option>
                  );
                })}
              </select>
            )}
          </Field>
        </div>
        <p className="hint">
          Times in {zone}.{date === earliest.date ? ` The earliest is ${earliest.time}.` : ''}
        </p>
        {isPastPlan ? (
          <div role="status">
            <Note tone="warn" title={planEnd.text} actions={planEnd.action} />
          </div>
        ) : null}
        {advanced ? (
          <>
            <Field label="Video Type">
              {(attributes) => (
                <select
                  {...attributes}
                  className="input"
                  value={videoType}
                  onChange={(event) => setVideoType(event.target.value)}
                >
                  <option value={asConfigured}>As in step 1</option>
                  {videoTypes.map((type) => (
                    <option key={type.id} value={type.id}>
                      {type.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <fieldset className="choices">
              <legend>Goes to</legend>
              {offered.map((platform) => (
                <label key={platform}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(platform)}
                    onChange={(event) =>
                      setChosen(
                        offered.filter((name) => (name === platform ? event.target.checked : chosen.includes(name))),
                      )
                    }
                  />
                  {platformNames[platform]}
                </label>
              ))}
              {noPlatform ? <p className="field-error">Choose at least one platform.</p> : null}
            </fieldset>
          </>
        ) : null}
        <Field
          label="Title"
          hint={
            <>
              For YouTube, Facebook and the file in Drive. Left empty, posts take the first line of the text. A file
              that is already in Drive keeps its name.
              {titleLength > 0 && !titleError ? (
                <span className="number"> {`${titleLength} of ${limits['scheduledDates.title']} characters.`}</span>
              ) : null}
            </>
          }
          error={titleError}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              dir="auto"
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <WhatIsPosted
          platforms={chosen}
          connected={connected}
          typed={typed}
          suggested={suggested()}
          title={texts.title}
          problems={problems}
          onChange={(next) => {
            // A button that fills in a text is no change of the form.
            setIsTouched(true);
            setTyped(next);
          }}
        />
        <div className="dialog-actions">
          {editing ? (
            <Button tone="danger" className="push" onClick={onDelete}>
              Delete
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={isRefused}>
            {editing ? 'Update' : 'Add Video'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why the slot cannot be chosen, as an error of the field to change. */
function problemOf(
  date: string,
  time: string,
  state: ReturnType<typeof slotState> | null,
  today: string,
  earliest: WallTime,
): { field: 'date' | 'time'; text: string } | null {
  if (!date) return { field: 'date', text: 'Date is required' };
  if (date < today) return { field: 'date', text: 'Choose today or a later day.' };
  if (!time) return { field: 'date', text: 'No hour is left on this day. Choose another date.' };
  if (state === 'past' || state === 'soon') {
    return { field: 'time', text: `Too soon: the earliest is ${earliest.time}.` };
  }
  return state === 'taken' ? { field: 'time', text: 'Another video goes out at this hour.' } : null;
}
