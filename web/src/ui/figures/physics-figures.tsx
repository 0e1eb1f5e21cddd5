/** A progressive wave and its wavelength, a decay curve, an RC circuit, a pendulum. */
export const physicsFigures = {
  ondes: (
    <>
      <path data-line="thin" d="M8 44h180M182 39l6 5-6 5" />
      <path d="M16 44c11-40 25-40 36 0s25 40 36 0 25-40 36 0 25 40 36 0" />
      <path data-line="thin" d="M34 84h72M40 80l-6 4 6 4M100 80l6 4-6 4" />
      <text x="114" y="90" fontSize="17">
        λ
      </text>
    </>
  ),
  nucleaire: (
    <>
      <path data-line="thin" d="M34 88V8M29 14l5-6 5 6M30 84h156M180 79l6 5-6 5" />
      <path data-line="dashed" d="M34 49h26v35" />
      <path d="M34 14c24 46 56 64 142 67" />
      <circle data-fill="hue" cx="59" cy="49" r="5" />
      <text x="12" y="20" fontSize="17">
        N
      </text>
      <text x="70" y="40" fontSize="17">
        t½
      </text>
    </>
  ),
  electricite: (
    <>
      <path d="M40 42V18h40M116 18h46v24M162 54v32H40V54" />
      <path d="M80 9h36v18H80zM146 42h32M146 54h32M26 42h28M33 54h14" />
      <text x="92" y="47" fontSize="17">
        R
      </text>
      <text x="126" y="56" fontSize="17">
        C
      </text>
      <text x="58" y="56" fontSize="17">
        E
      </text>
    </>
  ),
  mecanique: (
    <>
      <path data-line="thin" d="M64 10h72M72 10l6-7M88 10l6-7M104 10l6-7M120 10l6-7" />
      <path data-line="dashed" d="M100 10v82M60 70a72 72 0 0 0 80 0" />
      <path d="m100 10 38 56" />
      <circle data-fill="soft" cx="142" cy="72" r="10" />
      <text x="104" y="46" fontSize="17">
        θ
      </text>
    </>
  ),
}
