import { consentText, type Words } from '@reelwright/causes';
import { type Platform, platformNames } from '@reelwright/product';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { hasSetup, platformSetups, type SetupPlatform } from '../../content/platform-setups.ts';
import { messageOf } from '../../lib/api-client.ts';
import { formatDay } from '../../lib/format-date.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Connection, useDisconnect } from './api.ts';
import { useConnect } from './use-connect.ts';

interface Props {
  platform: Platform;
  connection: Connection;
  /** Whether the plan includes posting, as all paid plans do. */
  mayPost: boolean;
  /** Opens TikTok's settings or the choice of a Facebook Page. */
  onSetUp: (platform: SetupPlatform) => void;
  /** The error code of the last attempt to connect. */
  failure: string | null;
  onForgetFailure: () => void;
}

const kinds: Record<Platform, string> = {
  tiktok: 'Your profile',
  youtube: 'Your channel',
  facebook: 'Page of your choice',
  instagram: 'Professional accounts',
};

/** One platform: whether it is connected, the account, what that means for posts, and the next action. */
export function ConnectionCard({ platform, connection, mayPost, onSetUp, failure, onForgetFailure }: Props) {
  const id = useId();
  const connect = useConnect();
  const name = platformNames[platform];
  const off = connection.level === 'off';
  const who = connection.username
    ? `@${connection.username.replace(/^@/, '')}`
    : (connection.channelName ?? connection.pageName ?? kinds[platform]);
  return (
    <section className={classNames('connection', off && 'off')} aria-labelledby={id}>
      <span className="mark">
        <BrandIcon name={platform} />
      </span>
      <div>
        <h2 id={id}>{name}</h2>
        <p className="small muted">{who}</p>
      </div>
      <StateBadge connection={connection} />
      {connect.isError ? (
        <FailureNote
          name={name}
          message={messageOf(connect.error, 'Reelwright could not be reached.')}
          fix="Try again in a moment."
          onClose={connect.reset}
        />
      ) : failure !== null ? (
        <FailureNote name={name} {...consentText(failure, platform, navigator.languages)} onClose={onForgetFailure} />
      ) : null}
      <div className="connection-more">
        <span className="small">{sentence(platform, connection, mayPost)}</span>
        <span className="row">
          {off ? (
            <Button size="small" disabled>
              Coming Soon<span className="visually-hidden">, {name}</span>
            </Button>
          ) : (
            <Actions
              platform={platform}
              connection={connection}
              mayPost={mayPost}
              onSetUp={onSetUp}
              connecting={connect.isPending || connect.isSuccess}
              onConnect={() => connect.mutate(platform)}
            />
          )}
        </span>
      </div>
    </section>
  );
}

/** Why the last attempt to connect failed. Shown until it is closed or the platform is connected. */
function FailureNote({ name, message, fix, onClose }: { name: string; onClose: () => void } & Words) {
  return (
    <div className="connection-note" role="alert">
      <Note
        tone="bad"
        title={message}
        actions={
          <Button size="small" tone="quiet" onClick={onClose}>
            Close<span className="visually-hidden"> this note on {name}</span>
          </Button>
        }
      >
        {fix}
      </Note>
    </div>
  );
}

const endsSoon = (connection: Connection) => connection.code === 'ENDS_SOON' && connection.endsAt !== null;

function StateBadge({ connection }: { connection: Connection }) {
  if (connection.level === 'off') return <span className="badge">Coming Soon</span>;
  if (connection.state === 'needs_reconnect') {
    return (
      <span className="badge bad">
        <Icon name="alert" />
        Ended
      </span>
    );
  }
  if (!connection.connected) return <span className="badge">Not connected</span>;
  if (endsSoon(connection)) {
    return (
      <span className="badge warn">
        <Icon name="clock" />
        Ends soon
      </span>
    );
  }
  if (connection.setupNeeded || connection.choosePage) {
    return (
      <span className="badge warn">
        <Icon name="clock" />
        One step left
      </span>
    );
  }
  return (
    <span className="badge ok">
      <Icon name="check" />
      Connected
    </span>
  );
}

function sentence(platform: Platform, connection: Connection, mayPost: boolean): ReactNode {
  const name = platformNames[platform];
  if (connection.level === 'off') return connection.message ?? 'We will announce it here.';
  if (connection.endsAt && endsSoon(connection))
    return `The access ends on ${formatDay(connection.endsAt)}. ${connection.fix ?? ''}`;
  if (connection.message) return `${connection.message} ${connection.fix ?? ''}`;
  if (!mayPost && !connection.connected) return 'Posting starts with the Starter plan.';
  if (!connection.connected) return `Opens ${name} and brings you back here.`;
  if (connection.setupNeeded) return 'Choose who can see your posts. Nothing is posted until then.';
  if (connection.choosePage) return 'Choose the Page for your reels. Nothing is posted until then.';
  if (connection.level === 'private-only') return `Posts are private until ${name} approves the app.`;
  if (connection.level === 'sandbox') return `Posts go to the ${name} sandbox.`;
  return 'Reels are posted here at their scheduled time.';
}

interface ActionsProps extends Pick<Props, 'platform' | 'connection' | 'mayPost' | 'onSetUp'> {
  connecting: boolean;
  onConnect: () => void;
}

function Actions({ platform, connection, mayPost, onSetUp, connecting, onConnect }: ActionsProps) {
  const [confirming, setConfirming] = useState(false);
  const toast = useToast();
  const disconnect = useDisconnect();
  const name = platformNames[platform];
  const hidden = <span className="visually-hidden"> {name}</span>;
  const remove = () =>
    disconnect.mutate(platform, {
      onSuccess: () => toast({ tone: 'ok', title: `${name} account disconnected successfully.` }),
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Disconnection Failed',
          ...writeProblem(error, {
            fallback: 'Failed to disconnect account. Please try again.',
            effect: `${name} was disconnected`,
          }),
        }),
      onSettled: () => setConfirming(false),
    });

  if (!connection.connected && connection.state !== 'needs_reconnect') {
    return mayPost ? (
      <Button size="small" tone="ink" busy={connecting} busyText="Connecting" onClick={onConnect}>
        Connect{hidden}
      </Button>
    ) : (
      <Link className={buttonClass({ size: 'small' })} to={paths.pricing}>
        See plans
      </Link>
    );
  }
  const unfinished = connection.setupNeeded || connection.choosePage;
  return (
    <>
      {connection.state === 'needs_reconnect' || endsSoon(connection) ? (
        <Button size="small" tone="ink" busy={connecting} busyText="Connecting" onClick={onConnect}>
          Reconnect{hidden}
        </Button>
      ) : null}
      {hasSetup(platform) && connection.connected ? (
        <Button size="small" {...(unfinished ? { tone: 'ink' as const } : {})} onClick={() => onSetUp(platform)}>
          {platformSetups[platform].label}
        </Button>
      ) : null}
      <Button size="small" onClick={() => setConfirming(true)}>
        Disconnect{hidden}
      </Button>
      {confirming ? (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          text={`Reels are no longer posted to ${name}. Published posts stay, and you can connect again at any time.`}
          action="Disconnect"
          busy={disconnect.isPending}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}
