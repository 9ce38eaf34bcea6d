/// The shape that suggests each category, on a square of 320 by 320 with its middle at 160, 160.
///
/// In place of colours stand `D` (the category's deep colour), `L` (light) and `A` (accent).
enum PictureIcons {
  /// The drawing of a category, or that of `etc` for one that has none.
  static func icon(of category: String) -> String {
    icons[category] ?? icons["etc"] ?? ""
  }

  private static let icons: [String: String] = [
    "outer": """
    <path d="M124 90L160 106L196 90L244 124L226 168L206 156V238H114V156L94 168L76 124Z" fill="D"/>\
    <path d="M160 106L132 94L160 154L188 94Z" fill="L"/>\
    <path d="M160 154V238" stroke="A" stroke-width="5"/>\
    <circle cx="172" cy="178" r="5" fill="A"/><circle cx="172" cy="206" r="5" fill="A"/>
    """,
    "top": """
    <path d="M124 94Q160 122 196 94L248 122L232 166L208 154V234H112V154L88 166L72 122Z" fill="D"/>\
    <path d="M112 172H208V188H112ZM112 198H208V206H112Z" fill="A"/>
    """,
    "pants": """
    <path d="M112 82H208L220 240H174L160 138L146 240H100Z" fill="D"/>\
    <path d="M112 82H208L209 100H111Z" fill="A"/>\
    <path d="M124 112q2 20 -12 24M196 112q-2 20 12 24" stroke="L" stroke-width="5" fill="none"/>
    """,
    "dress": """
    <path d="M132 78H146Q160 106 174 78H188L190 138L226 238H94L130 138Z" fill="D"/>\
    <path d="M130 132H190V146H130Z" fill="A"/>\
    <path d="M144 160L128 226M176 160L192 226" stroke="L" stroke-width="5"/>
    """,
    "homewear": """
    <ellipse cx="122" cy="166" rx="34" ry="68" fill="D"/>\
    <ellipse cx="198" cy="166" rx="34" ry="68" fill="D"/>\
    <rect x="84" y="128" width="76" height="42" rx="21" fill="A"/>\
    <rect x="160" y="128" width="76" height="42" rx="21" fill="A"/>\
    <circle cx="122" cy="149" r="10" fill="L"/><circle cx="198" cy="149" r="10" fill="L"/>
    """,
    "shoes": """
    <path d="M74 148Q108 160 130 122L154 126Q178 166 234 176Q252 182 252 206H74Z" fill="D"/>\
    <rect x="70" y="200" width="186" height="20" rx="10" fill="L"/>\
    <path d="M158 144l-20 12M172 158l-18 14M190 168l-16 14" stroke="A" stroke-width="7"/>
    """,
    "bag": """
    <path d="M126 136V118A34 34 0 0 1 194 118V136" stroke="D" stroke-width="13" fill="none"/>\
    <rect x="88" y="130" width="144" height="108" rx="16" fill="D"/>\
    <path d="M88 168H232" stroke="L" stroke-width="5"/>\
    <rect x="144" y="156" width="32" height="26" rx="7" fill="A"/>
    """,
    "accessory": """
    <circle cx="160" cy="188" r="50" stroke="D" stroke-width="16" fill="none"/>\
    <path d="M160 142L122 104L140 78H180L198 104Z" fill="A"/>\
    <path d="M122 104H198M140 78L160 142L180 78" stroke="L" stroke-width="4" fill="none"/>
    """,
    "skincare": """
    <rect x="116" y="138" width="88" height="102" rx="18" fill="D"/>\
    <rect x="142" y="116" width="36" height="22" fill="A"/>\
    <rect x="147" y="76" width="26" height="42" rx="12" fill="D"/>\
    <path d="M160 160q26 32 0 46q-26 -14 0 -46Z" fill="L"/>
    """,
    "makeup": """
    <rect x="126" y="170" width="68" height="70" rx="8" fill="D"/>\
    <rect x="136" y="138" width="48" height="34" fill="L"/>\
    <path d="M143 138V104L177 80V138Z" fill="A"/>\
    <path d="M138 190V226" stroke="L" stroke-width="5"/>
    """,
    "haircare": """
    <rect x="112" y="138" width="96" height="102" rx="22" fill="D"/>\
    <rect x="150" y="106" width="22" height="32" fill="A"/>\
    <path d="M116 92H172Q190 92 190 110H134Q134 100 116 102Z" fill="D"/>\
    <path d="M128 190q16 -18 32 0t32 0" stroke="L" stroke-width="8" fill="none"/>
    """,
    "perfume": """
    <rect x="102" y="138" width="116" height="102" rx="26" fill="D"/>\
    <rect x="143" y="114" width="34" height="24" fill="L"/>\
    <rect x="134" y="82" width="52" height="34" rx="9" fill="A"/>\
    <path d="M160 162l8 20l20 8l-20 8l-8 20l-8 -20l-20 -8l20 -8Z" fill="L"/>
    """,
    "fruit": """
    <path d="M160 124C130 100 82 120 86 172C90 222 130 248 160 232C190 248 230 222 234 172\
    C238 120 190 100 160 124Z" fill="D"/>\
    <path d="M166 112C166 88 186 74 212 76C212 102 190 114 166 112Z" fill="A"/>\
    <path d="M160 126Q160 104 150 94" stroke="D" stroke-width="7" fill="none"/>\
    <ellipse cx="112" cy="162" rx="9" ry="18" fill="L"/>
    """,
    "meat": """
    <path d="M190 160L250 118V202Z" fill="A"/>\
    <path d="M72 160C104 106 176 106 212 160C176 214 104 214 72 160Z" fill="D"/>\
    <circle cx="112" cy="150" r="8" fill="L"/>\
    <path d="M140 132Q154 160 140 188M164 140q8 20 0 40" stroke="L" stroke-width="6" fill="none"/>
    """,
    "snack": """
    <path d="M116 150L160 248L204 150Z" fill="A"/>\
    <path d="M108 152A52 52 0 0 1 212 152Q204 166 192 154Q180 170 168 156Q154 172 142 156\
    Q126 168 108 152Z" fill="D"/>\
    <circle cx="160" cy="92" r="13" fill="A"/>\
    <path d="M138 122l8 8M176 116l-6 9M186 138l8 -6" stroke="L" stroke-width="6"/>
    """,
    "coffee": """
    <path d="M200 148H220A24 24 0 0 1 220 196H194" stroke="D" stroke-width="12" fill="none"/>\
    <path d="M92 134H204V182A44 44 0 0 1 160 226H136A44 44 0 0 1 92 182Z" fill="D"/>\
    <rect x="84" y="232" width="130" height="10" rx="5" fill="A"/>\
    <path d="M128 116q-12 -15 0 -30M166 116q-12 -15 0 -30" stroke="A" stroke-width="8" fill="none"/>
    """,
    "meal": """
    <path d="M196 138L240 76M214 144L258 88" stroke="A" stroke-width="8"/>\
    <path d="M98 156C104 108 214 108 220 156Z" fill="A" opacity=".35"/>\
    <path d="M80 154H240C240 204 206 232 160 232C114 232 80 204 80 154Z" fill="D"/>\
    <rect x="130" y="228" width="60" height="14" rx="5" fill="D"/>\
    <path d="M98 176Q160 196 222 176" stroke="A" stroke-width="6" fill="none"/>
    """,
    "furniture": """
    <rect x="112" y="76" width="96" height="86" rx="18" fill="D"/>\
    <path d="M116 190V244M204 190V244" stroke="D" stroke-width="13"/>\
    <rect x="98" y="164" width="124" height="30" rx="12" fill="A"/>\
    <path d="M136 96V142M160 96V142M184 96V142" stroke="L" stroke-width="5"/>
    """,
    "bedding": """
    <rect x="76" y="100" width="168" height="80" rx="16" fill="D"/>\
    <rect x="96" y="128" width="56" height="38" rx="14" fill="L"/>\
    <rect x="168" y="128" width="56" height="38" rx="14" fill="L"/>\
    <rect x="68" y="158" width="184" height="52" rx="12" fill="A"/>\
    <path d="M86 210V234M234 210V234" stroke="D" stroke-width="13"/>
    """,
    "kitchen": """
    <rect x="62" y="162" width="196" height="18" rx="9" fill="A"/>\
    <rect x="88" y="146" width="144" height="88" rx="20" fill="D"/>\
    <path d="M92 138Q160 88 228 138Z" fill="D"/><circle cx="160" cy="100" r="13" fill="A"/>\
    <path d="M110 166V206" stroke="L" stroke-width="7"/>
    """,
    "lighting": """
    <path d="M100 172H220L252 238H68Z" fill="A" opacity=".4"/>\
    <path d="M124 86H196L228 172H92Z" fill="D"/>\
    <circle cx="160" cy="176" r="15" fill="A"/>\
    <path d="M160 66V88" stroke="D" stroke-width="8"/>
    """,
    "decor": """
    <path d="M160 140V84M160 118L128 88M160 112L194 80" stroke="D" stroke-width="6"/>\
    <circle cx="160" cy="76" r="15" fill="A"/><circle cx="124" cy="84" r="12" fill="A"/>\
    <circle cx="198" cy="78" r="12" fill="A"/>\
    <path d="M136 130H184C180 152 214 170 210 206C206 234 190 242 160 242C130 242 114 234 110 206\
    C106 170 140 152 136 130Z" fill="D"/>\
    <path d="M116 186Q160 206 204 186" stroke="L" stroke-width="6" fill="none"/>
    """,
    "cleaning": """
    <path d="M126 152H184L198 178V228Q198 240 186 240H124Q112 240 112 228V178Z" fill="D"/>\
    <rect x="140" y="122" width="30" height="30" fill="A"/>\
    <path d="M116 88H192V124H140L116 108Z" fill="D"/>\
    <circle cx="92" cy="90" r="7" fill="A"/><circle cx="76" cy="110" r="6" fill="A"/>\
    <circle cx="76" cy="74" r="6" fill="A"/>\
    <path d="M155 178l6 15l15 6l-15 6l-6 15l-6 -15l-15 -6l15 -6Z" fill="L"/>
    """,
    "mobile": """
    <rect x="108" y="72" width="104" height="176" rx="20" fill="D"/>\
    <rect x="119" y="92" width="82" height="128" rx="7" fill="L"/>\
    <circle cx="160" cy="234" r="7" fill="L"/>\
    <path d="M166 112L136 160H156L150 200L184 148H162Z" fill="A"/>
    """,
    "computer": """
    <rect x="88" y="92" width="144" height="104" rx="12" fill="D"/>\
    <rect x="100" y="104" width="120" height="80" rx="4" fill="L"/>\
    <path d="M68 204H252L238 228H82Z" fill="D"/>\
    <path d="M120 126l20 18l-20 18M150 164h30" stroke="A" stroke-width="9" fill="none"/>
    """,
    "audio": """
    <path d="M90 182V164A70 70 0 0 1 230 164V182" stroke="D" stroke-width="15" fill="none"/>\
    <rect x="76" y="166" width="42" height="72" rx="18" fill="A"/>\
    <rect x="202" y="166" width="42" height="72" rx="18" fill="A"/>\
    <path d="M142 206V186M160 216V172M178 206V186" stroke="D" stroke-width="8"/>
    """,
    "appliance": """
    <rect x="94" y="80" width="132" height="162" rx="16" fill="D"/>\
    <circle cx="160" cy="174" r="48" fill="L"/>\
    <path d="M124 174q12 -14 24 0t24 0t24 0A36 36 0 0 1 124 174Z" fill="A"/>\
    <circle cx="118" cy="102" r="8" fill="A"/><circle cx="142" cy="102" r="8" fill="L"/>\
    <rect x="172" y="95" width="40" height="14" rx="5" fill="L"/>
    """,
    "baby": """
    <path d="M140 100Q142 84 152 82Q152 66 160 66Q168 66 168 82Q178 84 180 100Z" fill="A"/>\
    <rect x="122" y="100" width="76" height="20" rx="7" fill="L"/>\
    <rect x="120" y="120" width="80" height="122" rx="24" fill="D"/>\
    <path d="M176 146h24M184 168h16M176 190h24" stroke="L" stroke-width="6"/>\
    <path d="M146 204c-22 -18 -8 -32 0 -20c8 -12 22 2 0 20Z" fill="A"/>
    """,
    "toy": """
    <circle cx="116" cy="114" r="26" fill="D"/><circle cx="204" cy="114" r="26" fill="D"/>\
    <circle cx="116" cy="114" r="12" fill="A"/><circle cx="204" cy="114" r="12" fill="A"/>\
    <circle cx="160" cy="162" r="66" fill="D"/>\
    <ellipse cx="160" cy="186" rx="30" ry="24" fill="L"/>\
    <ellipse cx="160" cy="177" rx="10" ry="7" fill="A"/>\
    <circle cx="136" cy="150" r="7" fill="L"/><circle cx="184" cy="150" r="7" fill="L"/>
    """,
    "pet": """
    <path d="M160 152C192 152 220 194 206 220C194 238 176 226 160 226C144 226 126 238 114 220\
    C100 194 128 152 160 152Z" fill="D"/>\
    <ellipse cx="100" cy="150" rx="18" ry="24" fill="A"/>\
    <ellipse cx="138" cy="112" rx="18" ry="25" fill="A"/>\
    <ellipse cx="182" cy="112" rx="18" ry="25" fill="A"/>\
    <ellipse cx="220" cy="150" rx="18" ry="24" fill="A"/>
    """,
    "sports": """
    <rect x="104" y="148" width="112" height="24" fill="A"/>\
    <rect x="86" y="106" width="34" height="108" rx="12" fill="D"/>\
    <rect x="200" y="106" width="34" height="108" rx="12" fill="D"/>\
    <rect x="60" y="130" width="26" height="60" rx="10" fill="D"/>\
    <rect x="234" y="130" width="26" height="60" rx="10" fill="D"/>\
    <path d="M98 124V160M212 124V160" stroke="L" stroke-width="6"/>
    """,
    "camping": """
    <circle cx="228" cy="96" r="18" fill="L"/>\
    <path d="M160 92L146 72M160 92L174 72" stroke="D" stroke-width="8"/>\
    <path d="M160 86L252 230H68Z" fill="D"/>\
    <path d="M160 132L204 230H116Z" fill="A"/><path d="M160 132L174 230H160Z" fill="L"/>
    """,
    "plant": """
    <path d="M160 166C116 162 98 128 102 94C142 100 162 132 160 166Z" fill="A"/>\
    <path d="M160 166C204 158 222 120 214 82C174 92 154 128 160 166Z" fill="A"/>\
    <path d="M160 172Q150 132 122 110M160 172Q168 128 198 100" stroke="L" stroke-width="4" \
    fill="none"/>\
    <path d="M116 178H204L192 242H128Z" fill="D"/>\
    <rect x="106" y="164" width="108" height="24" rx="8" fill="D"/>
    """,
    "book": """
    <path d="M160 110C136 92 102 92 76 102V222C102 212 136 212 160 230Z" fill="D"/>\
    <path d="M160 110C184 92 218 92 244 102V222C218 212 184 212 160 230Z" fill="A"/>\
    <path d="M96 128Q120 122 142 132M96 152Q120 146 142 156M96 176Q120 170 142 180" stroke="L" \
    stroke-width="6" fill="none"/>
    """,
    "stationery": """
    <g transform="rotate(40 160 160)"><path d="M142 196H178L160 236Z" fill="L"/>\
    <path d="M153 220H167L160 236Z" fill="D"/>\
    <rect x="142" y="88" width="36" height="108" fill="D"/>\
    <rect x="154" y="88" width="12" height="108" fill="A"/>\
    <rect x="142" y="64" width="36" height="26" rx="9" fill="A"/></g>
    """,
    "etc": """
    <path d="M160 112C138 66 96 80 122 112ZM160 112C182 66 224 80 198 112Z" fill="A"/>\
    <rect x="92" y="136" width="136" height="104" rx="8" fill="D"/>\
    <rect x="82" y="108" width="156" height="36" rx="8" fill="D"/>\
    <rect x="148" y="108" width="24" height="132" fill="L"/>
    """,
  ]
}
