import Testing

@testable import WebRenderer

@Suite struct MinifiedScriptTests {
  private func minified(_ script: String) -> String {
    String(decoding: MinifiedScript([UInt8](script.utf8)).bytes, as: UTF8.self)
  }

  @Test func `comments, indentation and blanks around signs go`() {
    #expect(
      minified("// What it is.\nconst a = [1, 2];   // two\n\n  /* and */ f(a, (b) => { g(b); });\n")
        == "const a=[1,2];f(a,(b)=>{g(b)});")
  }

  @Test func `words stay apart`() {
    #expect(minified("return value instanceof Map;") == "return value instanceof Map;")
    #expect(minified("if (!('checked' in el)) return -1;") == "if(!('checked' in el))return-1;")
  }

  @Test func `signs that would be another together stay apart`() {
    #expect(minified("a + ++b; a - -b; a / /b/.exec(c)") == "a+ ++b;a- -b;a/ /b/.exec(c)")
  }

  @Test func `a line feed that may end a statement stays`() {
    #expect(minified("let a = b\nlet c = d\n") == "let a=b\nlet c=d")
    #expect(minified("f(a,\n  b)\n  .g();\n") == "f(a,b).g();")
    #expect(minified("const f = () => {\n}\ng()") == "const f=()=>{}\ng()")
  }

  @Test func `the last sign in brackets goes`() {
    #expect(minified("if (a) { b(); c = [1, 2,]; }") == "if(a){b();c=[1,2]}")
    #expect(minified("f({\n  a,\n  b: ';',\n});") == "f({a,b:';'});")
  }

  @Test func `what isn't there in a list stays apart`() {
    #expect(minified("const [, a, ,] = [b, ,]; for (;;) f(`;`)") == "const[,a,,]=[b,,];for(;;)f(`;`)")
    #expect(minified("[,]") == "[,]")
  }

  @Test func `texts, templates and regular expressions are as they were`() {
    for script in [
      #"'a // b  c'"#, #""a /* b */ \" c""#, "`a  ${ b  ? `x  y` : { c: '}' } }  // d`", #"f(/[/ "]  \/ '/.test(a))"#,
      #"a=>/ ' /.test(a)"#, #"f(`[data-v="${id}"]`)"#,
    ] {
      #expect(minified(script) == script)
    }
  }

  @Test func `a division is none`() {
    #expect(minified("a / 2 + b[1] / 2 + f(c) / 2 // ' done") == "a/2+b[1]/2+f(c)/2")
  }

  @Test func `what is cut off ends there`() {
    for script in ["'a", "`a ${", "/a[", "/* a", "// a", "'a\\", ""] { _ = minified(script) }
  }

  @Test func `the client's files are a quarter shorter, and none is left with a comment`() {
    for (script, source) in [
      (ClientFiles.script, PackageResources.ghostlight_js), (ClientFiles.recovery, PackageResources.recovery_js),
    ] {
      #expect(script.count * 4 < source.count * 3)
      #expect(!String(decoding: script, as: UTF8.self).split(separator: "\n").contains { $0.hasPrefix("//") })
    }
  }
}
