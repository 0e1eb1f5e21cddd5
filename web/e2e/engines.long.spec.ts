import { chromium109 } from './engines/chromium-109.ts'
import { Reader } from './engines/engine.ts'
import { firefoxEsr } from './engines/firefox-esr.ts'
import { webkitGtk } from './engines/webkit-gtk.ts'
import { test } from './support/story.ts'

for (const { name, starts } of [chromium109, firefoxEsr, webkitGtk])
  test(`${name} leads a student from the home page to a paper, the search and the account`, async ({
    baseURL,
    premiumStudent,
  }) => {
    const started = await starts()
    if (typeof started === 'string') return test.skip(true, started)
    try {
      const student = new Reader(started, baseURL as string)
      await student.opens('/')
      await student.sees('Science Math')
      await student.opens('/science-math/ondes/1')
      await student.sees('Ondes')
      await student.opens('/login')
      await student.types('main input[type=email]', premiumStudent.email)
      await student.types('main input[type=password]', premiumStudent.password)
      await student.presses('Se connecter', 'main')
      await student.finds("location.pathname !== '/login'")
      await student.opens('/sujets-bac/sm/2023-normale')
      await student.presses('Voir le sujet')
      await student.finds("document.querySelector('dialog[open] img')?.naturalWidth > 100")
      await student.opens('/')
      await student.presses('Rechercher')
      await student.types('dialog[open] input', 'bac pc 2019 rattrapage')
      await student.sees('Bac PC 2019 - Session Rattrapage')
      await student.opens('/compte')
      await student.sees('Mon compte')
      await student.sees(premiumStudent.email)
    } finally {
      await started.closes()
    }
  })
