public import GalleryFrame

/// Tables: many rows, sections, selection, order by hand, editing in place. A page more is a line more.
public enum TablesSection {
  /// The section.
  public static let section = GallerySection(
    Phrase("Tables", "表格"),
    [
      GalleryPage(
        "/million", Phrase("A million rows", "一百万行"),
        Phrase(
          "The server keeps the rows near the viewport and no others; the browser too.", "服务器只保留视口附近的行，浏览器也一样。")
      ) { MillionPage($0) },
      GalleryPage(
        "/tables/sections", Phrase("Sections", "分组"),
        Phrase(
          "Headers and rows are one list: what goes to another section moves there.", "表头和行同属一个列表：换组的行会移动过去。")
      ) { SectionsPage($0) },
      GalleryPage(
        "/tables/kinds", Phrase("Kinds of rows", "多种行"),
        Phrase(
          "A cell for each kind of row, and one for each kind of header. The model’s type says which; nobody asks for it.",
          "每种行一个单元格，每种表头也一个。由模型的类型决定用哪一个，谁也不用去问。")
      ) { KindsPage($0) },
      GalleryPage(
        "/tables/selection", Phrase("Selection", "选择"),
        Phrase(
          "One or several, by mouse or by the arrow keys and Space.", "单选或多选，用鼠标，或用方向键和空格键。")
      ) { SelectionPage($0) },
      GalleryPage(
        "/tables/order", Phrase("Order by hand", "手动排序"),
        Phrase(
          "Drag a row by its handle, or move it with the arrow keys. Change a title where it stands.",
          "拖动手柄，或用方向键移动。标题可以就地修改。")
      ) { OrderPage($0) },
    ])
}
