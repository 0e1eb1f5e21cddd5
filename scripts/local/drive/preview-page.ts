import type { StoredFile } from './files.ts'

/** The page that a site frames to show a Drive file. */
export function previewPage({ id, name, mimeType }: StoredFile): string {
  const source = `/uc?export=view&amp;id=${encodeURIComponent(id)}`
  const title = name.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const viewer =
    mimeType === 'video/mp4'
      ? `<video controls playsinline src="${source}"></video>`
      : `<embed type="application/pdf" src="${source}">`
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<title>${title}</title>
<style>
  html, body { height: 100%; margin: 0; background: #1f1f1f; color: #fff; font: 14px sans-serif }
  body { display: grid; grid-template-rows: auto 1fr }
  header { padding: 8px 12px }
  embed, video { width: 100%; height: 100%; border: 0 }
</style>
<header>${title}</header>
${viewer}
</html>
`
}
