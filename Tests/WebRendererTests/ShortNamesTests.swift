import Testing

@testable import WebRenderer

@Suite struct ShortNamesTests {
  private func shortened(_ script: String) -> String {
    let minified = MinifiedScript([UInt8](script.utf8))
    return String(decoding: ShortNames(minified.bytes, literals: minified.literals).bytes, as: UTF8.self)
  }

  @Test func `what is declared gets one letter, what is used most the first`() {
    #expect(shortened("const one = 1; let two = one; two = one + two + two;") == "const t=1;let e=t;e=t+e+e;")
    #expect(shortened("const sum = (left, right) => left + right;") == "const n=(e,t)=>e+t;")
    #expect(shortened("for (const [key, ...rest] of all) f(key, ...rest);") == "for(const[e,...t]of all)f(e,...t);")
    #expect(shortened("{ const first = 1, second = 2; f(first, second); }") == "{const e=1,t=2;f(e,t)}")
  }

  @Test func `what is declared in a list gets one too, whether it holds something yet or not`() {
    #expect(shortened("{ let first = f(1, 2), second, third; second = third; }") == "{let n=f(1,2),e,t;e=t}")
    #expect(shortened("{ f(one), two; }") == "{f(one),two}")
    #expect(shortened("let one; f(1), two;") == "let e;f(1),two;")
  }

  @Test func `a letter that means something already isn't taken`() {
    #expect(shortened("const one = e + 't'; f(one);") == "const n=e+'t';f(n);")
  }

  @Test func `what isn't declared stays`() {
    #expect(shortened("addEventListener(\"click\", go);") == "addEventListener(\"click\",go);")
    #expect(shortened("catch (error) { report(error); }") == "catch(error){report(error)}")
  }

  @Test(arguments: [
    "const text=1;f(el.text,text);", "const text=1;f(el?.text,text);", "const text=1;f({text,other:2});",
    "const text=1;f({text:text});", "const {text}=el;f(text);", "const {text=2}=el;f(text);",
    "const f=({text})=>text;", "const text=1;f(`${text}`);", "const text=1;f('a text');", "const text=1;f(/text/);",
    "const text=1;class A{text=2;b(){return this.text;}}", "const location=1;f(location);",
  ]) func `a name that a property or a literal has too stays`(script: String) {
    for name in ["text", "location"] {
      #expect(shortened(script).ranges(of: name).count == script.ranges(of: name).count)
    }
  }

  @Test func `what a pattern or a parameter takes a property into is the script's own`() {
    #expect(shortened("on(({ target: el }) => f(el));") == "on(({target:e})=>f(e));")
    #expect(shortened("on(([, , el]) => f(el));") == "on(([,,e])=>f(e));")
    #expect(shortened("const go = (path, isBack = 0) => path || isBack;") == "const n=(t,e=0)=>t||e;")
    #expect(shortened("const one = seen ? other : { ...other, one };") == "const one=seen?other:{...other,one};")
  }

  @Test func `what is cut off ends there`() {
    for script in ["'a", "const [a", "({", ")", "}", "=>", ""] { _ = shortened(script) }
  }

  @Test func `the scripts are a third shorter, and have the same literals`() {
    for source in [PackageResources.ghostlight_js, PackageResources.recovery_js, PackageResources.tables_js] {
      let minified = MinifiedScript(source)
      let short = ShortNames(minified.bytes, literals: minified.literals).bytes
      #expect(short.count * 3 < source.count * 2)
      let texts = minified.literals.map { String(decoding: minified.bytes[$0], as: UTF8.self) }
      let script = String(decoding: short, as: UTF8.self)
      #expect(texts.allSatisfy { script.contains($0) })
    }
  }
}
