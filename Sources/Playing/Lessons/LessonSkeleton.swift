/// The page that `lesson new` writes: it passes `shelf test` once its task is solved, and shows each
/// kind of block once.
enum LessonSkeleton {
  static let text = """
    ---
    shelf: 1
    title: A lesson of my own
    size: 60x8
    tags: [lesson]
    ---

    # A lesson of my own

    > Instructor: paragraphs that begin like this one are for whoever teaches. Learners never see
    > them, and handouts leave them out.

    Blocks of set-up run unseen. What you write above a block is shown with it.

    ```shelf {setup}
    shelf> open rows.json
    [..]
    ```

    A block without a word in braces is a demonstration: Enter runs it.

    ```shelf
    shelf> count
    1 section · 25 rows
    ```

    A task says what to reach, and `check` what matters about it: a condition as `expect` takes it.
    The commands of its block are one solution.

    **Select row 3.**

    ```shelf {task points=2 check=predicate:"selected CONTAINS '0.3'"}
    shelf> select 0.3
    selected 0.3 Row 3
    ```

    > Hint: `help select`

    > Not yet: row 3 is not selected

    ```shelf {quiz points=1}
    What belongs to the table?
    - [x] The selection.
      Say why an answer is right or wrong.
    - [ ] The values of the records.
      They belong to the data.
    ```

    What stands behind the last block is the end of the lesson.

    """
}
