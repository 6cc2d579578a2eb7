import { readable, reel } from '../../console/feed.ts';
import { type Html, html } from '../../console/html.ts';
import type { Page, Sandbox } from '../../core/sandbox.ts';
import { accountsOf } from '../accounts.ts';
import { type DriveFile, filesOf, folderType, isTrashed } from './file.ts';

/** Drive's pages for people: all folders, a folder with its videos, a file. */
export function drivePages(sandbox: Sandbox): Page[] {
  const files = filesOf(sandbox.store);
  const there = (id: string): DriveFile | undefined => {
    const file = files.get(id);
    return file && !isTrashed(files, file) ? file : undefined;
  };
  const owner = (file: DriveFile) => accountsOf(sandbox.store).get(file.ownerId)?.email ?? '';

  return [
    {
      path: '/drive',
      title: 'Drive',
      inNavigation: true,
      render: () => {
        const folders = files.filter((file) => file.mimeType === folderType && !isTrashed(files, file));
        return html`<header class="head"><h1>Drive</h1><p class="lead">${folders.length === 0 ? 'No folders yet.' : `${folders.length} folders.`}</p></header>
<div class="providers">${folders.map(
          (folder) => html`<section class="panel"><h3><a href="/drive/folders/${folder.id}">${folder.name}</a></h3>
<p>${files.filter((file) => file.parents.includes(folder.id) && !file.trashed).length} files · owned by ${owner(folder)}</p>${sharing(folder)}</section>`,
        )}</div>`;
      },
    },
    {
      path: '/drive/folders/:id',
      title: 'Drive folder',
      inNavigation: false,
      render: (request) => {
        const folder = there((request.params as { id: string }).id);
        if (folder?.mimeType !== folderType) return undefined;
        const content = files.filter((file) => file.parents.includes(folder.id) && !file.trashed).reverse();
        return html`<header class="head"><h1>${folder.name}</h1>${sharing(folder)}
<p class="lead">${content.length === 0 ? 'This folder is empty.' : `${content.length} ${content.length === 1 ? 'file' : 'files'}, newest first.`}</p></header>
<ul class="reels">${content.map((file) => tile(file))}</ul>`;
      },
    },
    {
      path: '/drive/files/:id',
      title: 'Drive file',
      inNavigation: false,
      render: (request) => {
        const file = there((request.params as { id: string }).id);
        return file && html`<ul class="reels">${tile(file)}</ul>${sharing(file)}`;
      },
    },
  ];
}

function tile(file: DriveFile): Html {
  if (file.mimeType === folderType)
    return html`<li class="reel-item"><p class="reel-name"><a href="/drive/folders/${file.id}">${file.name}</a></p></li>`;
  const megabytes = (file.size / 1_000_000).toFixed(1);
  return html`<li class="reel-item" data-file-id="${file.id}">${reel(file.mediaId ?? undefined)}
<p class="reel-name">${file.name}</p><p class="meta">${megabytes} MB · <time datetime="${file.createdTime}">${readable(file.createdTime)}</time></p></li>`;
}

function sharing(file: DriveFile): Html {
  const others = file.permissions.filter(({ role }) => role !== 'owner');
  const names = others.map(
    ({ emailAddress, domain, role }) => `${emailAddress ?? domain ?? 'anyone with the link'} (${role})`,
  );
  return html`<p class="meta">${names.length === 0 ? 'Not shared' : `Shared with ${names.join(', ')}`}</p>`;
}
