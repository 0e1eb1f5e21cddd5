/** How the site stands on a phone's home screen; colours as in index.html and web/src/ui/tokens.css. */
export function webManifest(name: string): string {
  return JSON.stringify({
    id: '/',
    name,
    short_name: 'Physique-Chimie',
    description: "Sujets de l'examen national de physique-chimie, corrections et vidéos.",
    lang: 'fr',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f7fb',
    theme_color: '#1f4bb5',
    categories: ['education'],
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Sujets du Bac', url: '/sujets-bac' },
      { name: 'Vidéos gratuites', url: '/videos-gratuites' },
    ],
  })
}
