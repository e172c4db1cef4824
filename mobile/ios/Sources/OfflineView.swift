import UIKit

/// Stands for the dashboard where it has never been loaded and there is no network.
final class OfflineView: UIView {
    private let onRetry: () -> Void

    init(onRetry: @escaping () -> Void) {
        self.onRetry = onRetry
        super.init(frame: .zero)
        backgroundColor = UIColor(named: "LaunchBackground")
        let text = UILabel()
        text.text = NSLocalizedString("You are offline.", comment: "There is no network")
        text.font = .preferredFont(forTextStyle: .headline)
        text.adjustsFontForContentSizeCategory = true
        text.numberOfLines = 0
        text.textAlignment = .center
        let button = UIButton(configuration: .filled())
        button.setTitle(NSLocalizedString("Try again", comment: "Loads the page once more"), for: .normal)
        button.addAction(UIAction { [weak self] _ in self?.onRetry() }, for: .touchUpInside)
        let stack = UIStackView(arrangedSubviews: [text, button])
        stack.axis = .vertical
        stack.spacing = 16
        stack.alignment = .center
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        NSLayoutConstraint.activate([
            stack.centerXAnchor.constraint(equalTo: centerXAnchor),
            stack.centerYAnchor.constraint(equalTo: centerYAnchor),
            stack.leadingAnchor.constraint(greaterThanOrEqualTo: layoutMarginsGuide.leadingAnchor),
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("there is no storyboard")
    }
}
